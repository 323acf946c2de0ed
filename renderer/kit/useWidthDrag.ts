import { type PointerEvent, useRef } from 'react';

/** Pointer handlers of a handle that changes a width in pixels while it is dragged sideways. */
export function useWidthDrag(width: number, onWidth: (width: number) => void) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width };
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) onWidth(start.current.width + event.clientX - start.current.x);
    },
    onPointerUp: () => {
      start.current = null;
    },
  };
}
