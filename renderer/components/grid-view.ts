/** The viewport of a grid: the size of its box, and the place it is scrolled to. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isStretched, movedPlace, placeAt, type Scale, scrollTopAt } from './grid-scroll.ts';

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
  readonly place: number;
  /** Pixels to the left of the visible part. */
  readonly left: number;
  /** Moves relative to the latest place: events arrive faster than React renders. */
  readonly move: (to: (place: number, scale: Scale) => number) => void;
}

/** Lists whose place is kept while another one is shown. */
const MOST_PLACES = 12;

/** The place a list is scrolled to. Another list starts at its top; with `restoresScroll` one that was shown before at its last place. */
export function useListScroll(boxRef: Box, scale: Scale, list: string, restoresScroll: boolean): ListScroll {
  const [rendered, setRendered] = useState({ list, place: 0 });
  const [left, setLeft] = useState(0);
  const latest = useRef({ list, place: 0, scale });
  const places = useRef(new Map<string, { readonly place: number; readonly left: number }>());

  useLayoutEffect(() => {
    const before = latest.current;
    if (before.list === list) {
      latest.current = { ...before, scale };
      return;
    }
    const element = boxRef.current;
    const kept = places.current;
    kept.delete(before.list);
    kept.set(before.list, { place: before.place, left: element?.scrollLeft ?? 0 });
    if (kept.size > MOST_PLACES) kept.delete(kept.keys().next().value!);
    const { place, left } = (restoresScroll ? (kept.get(list) ?? { place: 0, left: 0 }) : null) ?? { place: 0, left: null };
    latest.current = { list, place, scale };
    setRendered({ list, place });
    element?.scrollTo({ top: scrollTopAt(place, scale), ...(left !== null && { left }) });
  }, [boxRef, list, scale, restoresScroll]);

  const move = useCallback<ListScroll['move']>(
    (to) => {
      const { list, place, scale } = latest.current;
      const next = to(place, scale);
      latest.current.place = next;
      boxRef.current?.scrollTo({ top: scrollTopAt(next, scale), behavior: 'instant' });
      setRendered({ list, place: next });
    },
    [boxRef],
  );

  useEffect(() => {
    const element = boxRef.current;
    if (element === null) return undefined;
    const onScroll = () => {
      setLeft(element.scrollLeft);
      const { list, place, scale } = latest.current;
      // The event that our own scrolling caused: the exact place is already known, and finer than a pixel of the element.
      if (Math.abs(element.scrollTop - scrollTopAt(place, scale)) < 1) return;
      latest.current.place = placeAt(element.scrollTop, scale);
      setRendered({ list, place: latest.current.place });
    };
    const onWheel = (event: WheelEvent) => {
      const { scale } = latest.current;
      // In a scaled list the wheel would skip rows, so it moves by pixels of the list.
      if (!isStretched(scale) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
      event.preventDefault();
      move((place) => movedPlace(place, wheelPixels(event, scale), scale));
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [boxRef, move]);

  return { place: rendered.list === list ? rendered.place : 0, left, move };
}
