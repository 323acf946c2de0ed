import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SeverityIcon } from '../../kit/index.ts';
import { number } from '../../format/index.ts';

export interface IssueGroupProps {
  readonly name: string;
  readonly tone: 'error' | 'warning' | 'note';
  readonly items: number;
  readonly sum: string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A group of rules that can be folded. */
export function IssueGroup({ name, tone, items, sum, isOpen, isTabStop, onToggle, children }: IssueGroupProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className="issue-group" data-tone={tone}>
      <h3>
        <button type="button" data-tab-stop={name} data-group tabIndex={isTabStop ? 0 : -1} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={15} stroke={1.6} aria-hidden />
          {tone === 'note' ? <IconCheck size={15} stroke={1.8} aria-hidden /> : <SeverityIcon severity={tone} size={15} />}
          <span>
            <b>{name}</b> {number(items)}
          </span>
          <span className="issue-sum">{sum}</span>
        </button>
      </h3>
      {isOpen && <ul>{children}</ul>}
    </section>
  );
}
