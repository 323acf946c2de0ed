import { useEffect, useRef, useState } from 'react';
import type { CheckView } from '../../../shared/contract/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import { openRules } from './issue-texts.ts';

/** The rules that had open issues at some time, by project. */
const SEEN = new Map<string, ReadonlySet<string>>();

/** How many kinds of issues are left, and how many are done. */
export function IssuesProgress({ id, check }: { readonly id: string; readonly check: CheckView }) {
  const announce = useAnnounce();
  const open = openRules(check).map(({ code }) => code);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => SEEN.get(id) ?? new Set());
  if (open.some((code) => !seen.has(code))) setSeen(new Set([...seen, ...open]));
  useEffect(() => {
    SEEN.set(id, seen);
  }, [id, seen]);
  const before = useRef(open.length);
  useEffect(() => {
    if (open.length < before.current) announce(`${count(open.length, 'kind')} left`);
    before.current = open.length;
  }, [open.length, announce]);
  const all = seen.size;
  const done = all - open.length;
  if (all === 0 || done < 0) return null;
  return (
    <div className="issues-progress">
      <b>{open.length === 0 ? 'Nothing left' : `${count(open.length, 'kind')} left`}</b>
      <span className="second small">
        {number(done)} of {number(all)} done
      </span>
      <div className="issues-steps" aria-hidden>
        {Array.from({ length: all }, (_, at) => (
          <span key={at} {...(at < done && { 'data-done': true })} />
        ))}
      </div>
    </div>
  );
}
