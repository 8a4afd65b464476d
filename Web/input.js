'use strict';
// Pointer events to numbers. Each sample once: the coalesced ones where there are some, else the event.
const Input = (() => {
  const KIND = { pen: 0, touch: 1, mouse: 2 };
  const [DOWN, MOVE, UP, CANCEL, LEAVE] = [0, 1, 2, 3, 4];
  // Raw updates come as the device measures; they and coalesced samples need a secure context.
  const raw = 'onpointerrawupdate' in window;
  const coalesces = typeof PointerEvent.prototype.getCoalescedEvents === 'function';

  const lacks = () => {
    const missing = [];
    if (!window.isSecureContext) missing.push('samples between frames, because this page was not opened over HTTPS or from this machine');
    else {
      if (!coalesces) missing.push('samples between frames');
      if (!raw) missing.push('raw pointer updates');
    }
    if (!navigator.getGamepads) missing.push('controllers');
    if (!window.indexedDB) missing.push('a place to keep drawings');
    return missing;
  };

  /** Sends a surface's pointers to a session; `changed` is called after each event. */
  const attach = (element, session, changed) => {
    const down = new Map();
    let originX = 0;
    let originY = 0;
    const send = (event, phase) => {
      const kind = KIND[event.pointerType] ?? 2;
      let tiltX = event.tiltX || 0;
      let tiltY = event.tiltY || 0;
      if (kind === 0 && !tiltX && !tiltY && event.altitudeAngle !== undefined
        && event.altitudeAngle < Math.PI / 2) {
        const reach = 1 / Math.tan(Math.max(1e-3, event.altitudeAngle));
        tiltX = Math.atan(Math.cos(event.azimuthAngle) * reach) * 180 / Math.PI;
        tiltY = Math.atan(Math.sin(event.azimuthAngle) * reach) * 180 / Math.PI;
      }
      Engine.pointer(
        session, Clock.of(event.timeStamp), kind, phase, event.pointerId, event.clientX - originX,
        event.clientY - originY, event.pressure, tiltX, tiltY, event.twist || 0, event.width,
        event.height, event.buttons);
    };
    const measure = () => {
      const box = element.getBoundingClientRect();
      originX = box.left + element.clientLeft;
      originY = box.top + element.clientTop;
    };
    const moved = (event) => {
      const samples = coalesces ? event.getCoalescedEvents() : [];
      if (samples.length) for (const sample of samples) send(sample, MOVE);
      else send(event, MOVE);
      changed(event);
    };
    element.addEventListener('pointerdown', (event) => {
      measure();
      try { element.setPointerCapture(event.pointerId); } catch { /* it is gone already */ }
      down.set(event.pointerId, event.pointerType);
      send(event, DOWN);
      changed(event);
      event.preventDefault();
    });
    element.addEventListener(raw ? 'pointerrawupdate' : 'pointermove', moved);
    element.addEventListener('pointerup', (event) => {
      down.delete(event.pointerId);
      send(event, UP);
      changed(event);
    });
    element.addEventListener('pointercancel', (event) => {
      down.delete(event.pointerId);
      send(event, CANCEL);
      changed(event);
    });
    element.addEventListener('lostpointercapture', (event) => {
      // A capture that ends with the pointer still down: nobody would tell of its lift.
      if (down.delete(event.pointerId)) {
        send(event, CANCEL);
        changed(event);
      }
    });
    element.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') send(event, LEAVE);
      changed(event);
    });
    // The page never scrolls, zooms, selects or opens a menu under a hand.
    for (const name of ['touchstart', 'touchmove', 'touchend', 'contextmenu', 'selectstart',
      'dragstart', 'gesturestart', 'gesturechange']) {
      element.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    }
    measure();
    return { measure };
  };

  return { attach, lacks };
})();

// One clock for pointers, controllers and commands, which goes on from where a drawing's recording
// ended.
const Clock = (() => {
  let offset = 0;
  return {
    of: (timeStamp) => timeStamp + offset,
    now: () => performance.now() + offset,
    goOn(from) { offset = Math.max(0, from - performance.now()); },
  };
})();
