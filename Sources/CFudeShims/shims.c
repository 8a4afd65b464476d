/* The shims are inline; a C target needs one source file. */
