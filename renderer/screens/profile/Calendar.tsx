import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths } from '../../../shared/base/index.ts';
import { dayText } from '../../format/index.ts';
import { weekday, weeksOf } from './calendar-days.ts';
import './calendar.css';

const WEEKDAYS = [
  ['Su', 'Sunday'],
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
] as const;

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The day to which a key moves; null for other keys. */
function moved(day: string, { key, shiftKey }: KeyboardEvent): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return null;
  }
}

interface CalendarProps {
  /** The chosen day, `YYYY-MM-DD`; null for none. */
  readonly chosen: string | null;
  /** The last day that can be chosen, `YYYY-MM-DD`. */
  readonly last: string;
  readonly onChoose: (day: string) => void;
}

/**
 * A month as a grid of days, by the date picker pattern of the ARIA authoring practices: one tab stop, arrows for days and weeks,
 * Page Up and Page Down for months, with Shift for years.
 */
export function Calendar({ chosen, last, onChoose }: CalendarProps) {
  const title = useId();
  const grid = useRef<HTMLTableElement>(null);
  /** The day of the tab stop. `isKeyed`: a key moved it, so the focus must follow. */
  const [{ active, isKeyed }, setActive] = useState({ active: chosen !== null && chosen <= last ? chosen : last, isKeyed: false });
  const move = (day: string, byKey: boolean) => setActive({ active: day > last ? last : day, isKeyed: byKey });
  useEffect(() => {
    if (isKeyed) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active, isKeyed]);
  const turn = (months: number) => () => move(addMonths(active, months), false);
  const isLastMonth = active.slice(0, 7) >= last.slice(0, 7);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <ActionIcon variant="subtle" size={26} aria-label="Previous year" onClick={turn(-12)}>
          <IconChevronsLeft size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={26} aria-label="Previous month" onClick={turn(-1)}>
          <IconChevronLeft size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <span id={title} className="calendar-month" aria-live="polite">
          {monthName.format(new Date(`${active}T00:00:00Z`))}
        </span>
        <ActionIcon variant="subtle" size={26} aria-label="Next month" disabled={isLastMonth} onClick={turn(1)}>
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={26} aria-label="Next year" disabled={isLastMonth} onClick={turn(12)}>
          <IconChevronsRight size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table of days is a grid in the date picker pattern */}
      <table ref={grid} role="grid" aria-labelledby={title}>
        <thead>
          <tr>
            {WEEKDAYS.map(([short, name]) => (
              <th key={short} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === chosen}>
                  <button
                    type="button"
                    className="calendar-day"
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={dayText(day)}
                    aria-disabled={day > last}
                    // The popover focuses this day when it opens.
                    {...(day === active && { 'data-autofocus': true })}
                    {...(day === last && { 'aria-current': 'date' })}
                    {...(day === chosen && { 'data-chosen': true })}
                    {...(!day.startsWith(active.slice(0, 7)) && { 'data-outside': true })}
                    onClick={() => {
                      if (day <= last) onChoose(day);
                    }}
                    onKeyDown={(event) => {
                      const to = moved(day, event);
                      if (to === null) return;
                      event.preventDefault();
                      move(to, true);
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
