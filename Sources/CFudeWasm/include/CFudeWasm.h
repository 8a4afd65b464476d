// The little that Embedded Swift expects from a C library, for WebAssembly without an operating
// system. Nothing is declared here: the compiler and the linker look for the names themselves.
