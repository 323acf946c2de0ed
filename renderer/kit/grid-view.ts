/** The viewport of a grid: the size of its box, and how far it is scrolled. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isScaled, movedOffset, offsetAt, type Scale, scrollTopAt } from './grid-scroll.ts';

type Box = RefObject<HTMLDivElement | null>;

/** The inner size of a box, kept current. */
export function useInnerSize(boxRef: Box): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = boxRef.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [boxRef]);
  return size;
}

/** The pixels of a wheel event in any delta mode. */
function wheelPixels(event: WheelEvent, scale: Scale): number {
  if (event.deltaMode === WheelEvent.DOM_DELTA_LINE) return event.deltaY * scale.rowHeight;
  return event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? event.deltaY * scale.view : event.deltaY;
}

interface ListScroll {
  /** Pixels of the list above the visible part. */
  readonly offset: number;
  /** Pixels to the left of the visible part. */
  readonly left: number;
  /** Moves relative to the latest offset: events arrive faster than React renders. */
  readonly move: (to: (offset: number, scale: Scale) => number) => void;
}

/** Number of lists whose offset is kept while another one is shown. */
const MAX_KEPT_OFFSETS = 12;

/** The offset that a list is scrolled to. Another list starts at its top or, with `restoresScroll`, where the user last left it. */
export function useListScroll(boxRef: Box, scale: Scale, list: string, restoresScroll: boolean): ListScroll {
  const [rendered, setRendered] = useState({ list, offset: 0 });
  const [left, setLeft] = useState(0);
  const latest = useRef({ list, offset: 0, scale });
  const offsets = useRef(new Map<string, { readonly offset: number; readonly left: number }>());

  useLayoutEffect(() => {
    const before = latest.current;
    if (before.list === list) {
      latest.current = { ...before, scale };
      return;
    }
    const element = boxRef.current;
    const kept = offsets.current;
    kept.delete(before.list);
    kept.set(before.list, { offset: before.offset, left: element?.scrollLeft ?? 0 });
    if (kept.size > MAX_KEPT_OFFSETS) kept.delete(kept.keys().next().value!);
    const { offset, left } = restoresScroll ? (kept.get(list) ?? { offset: 0, left: 0 }) : { offset: 0, left: null };
    latest.current = { list, offset, scale };
    setRendered({ list, offset });
    element?.scrollTo({ top: scrollTopAt(offset, scale), ...(left !== null && { left }) });
  }, [boxRef, list, scale, restoresScroll]);

  const move = useCallback<ListScroll['move']>(
    (to) => {
      const { list, offset, scale } = latest.current;
      const next = to(offset, scale);
      latest.current.offset = next;
      boxRef.current?.scrollTo({ top: scrollTopAt(next, scale), behavior: 'instant' });
      setRendered({ list, offset: next });
    },
    [boxRef],
  );

  useEffect(() => {
    const element = boxRef.current;
    if (element === null) return undefined;
    const onScroll = () => {
      setLeft(element.scrollLeft);
      const { list, offset, scale } = latest.current;
      // The event that our own scrolling caused: the exact offset is already known, and finer than a pixel of the element.
      if (Math.abs(element.scrollTop - scrollTopAt(offset, scale)) < 1) return;
      latest.current.offset = offsetAt(element.scrollTop, scale);
      setRendered({ list, offset: latest.current.offset });
    };
    const onWheel = (event: WheelEvent) => {
      const { scale } = latest.current;
      // In a scaled list the wheel would skip rows, so it moves by pixels of the list.
      if (!isScaled(scale) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
      event.preventDefault();
      move((offset) => movedOffset(offset, wheelPixels(event, scale), scale));
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [boxRef, move]);

  return { offset: rendered.list === list ? rendered.offset : 0, left, move };
}
