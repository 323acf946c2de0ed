/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a separator that changes a width takes the focus, which a rule does not */
import { ActionIcon, Button, Drawer } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconCircleX, IconLayoutSidebar, IconWand } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CheckView, RuleCount } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { useWidthDrag } from '../../kit/index.ts';
import { count, number } from '../../format/index.ts';
import { remember, remembered } from '../../navigation/index.ts';
import { fieldName, openRules } from './issue-texts.ts';
import { type IssueActions, ruleAction, type TriedFixes } from './rule-action.ts';
import './issues.css';

const KEY = 'screening-desk-check-list';
const MIN_WIDTH = 240;
const MAX_WIDTH = 520;
const STEP = 16;

const within = (width: number): number => Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH);

function initialWidth(): number {
  const kept = remembered(KEY);
  return typeof kept === 'number' ? within(kept) : globalThis.innerWidth >= 1600 ? 340 : 304;
}

/** The list at the left of the rows, as wide as the user made it. */
export function IssuesPane({ children }: { readonly children: ReactNode }) {
  const [width, setWidth] = useState(initialWidth);
  const change = (to: number) => {
    setWidth(within(to));
    remember(KEY, within(to));
  };
  return (
    <>
      <section className="card issues-pane" style={{ width }} aria-label="Issues">
        {children}
      </section>
      <div
        className="issues-width"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the issues list"
        aria-valuenow={width}
        aria-valuemin={MIN_WIDTH}
        aria-valuemax={MAX_WIDTH}
        tabIndex={0}
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') change(width - STEP);
          if (key === 'ArrowRight') change(width + STEP);
        }}
        {...useWidthDrag(width, change)}
      />
    </>
  );
}

interface IssuesBarProps extends IssueActions {
  readonly check: CheckView;
  /** The first needed field without a column; null when there is none. */
  readonly missing: FieldKey | null;
  /** True when a safe fix may change something. */
  readonly hasSafe: boolean;
  readonly tried: TriedFixes | null;
  readonly chosen: RuleCount | null;
  readonly canFix: boolean;
  /** The list, which opens as a drawer. */
  readonly children: ReactNode;
}

/** The list in a narrow window: a strip that steps through the rules, and a drawer with all of them. */
export function IssuesBar({ check, missing, hasSafe, tried, chosen, canFix, children, ...actions }: IssuesBarProps) {
  const [isOpen, setOpen] = useState(false);
  const open = openRules(check);
  const errors = open.filter(({ severity }) => severity === 'error').length;
  const at = open.findIndex(({ code }) => code === chosen?.code);
  const step = (by: number) => {
    const rule = open[at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length];
    if (rule !== undefined) actions.onChoose(rule);
  };
  const action = chosen === null || !canFix ? null : ruleAction(chosen, true, actions, tried);
  return (
    <section className="card issues-bar" aria-label="Issues">
      <Button variant="default" size="xs" leftSection={<IconLayoutSidebar size={16} stroke={1.6} />} onClick={() => setOpen(true)}>
        Issues
      </Button>
      {errors > 0 && (
        <span className="issues-total" data-severity="error">
          <IconCircleX size={15} stroke={1.8} aria-hidden /> {number(errors)}
          <span className="visually-hidden">{errors === 1 ? ' error' : ' errors'}</span>
        </span>
      )}
      {open.length > errors && (
        <span className="issues-total" data-severity="warning">
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden /> {number(open.length - errors)}
          <span className="visually-hidden">{open.length - errors === 1 ? ' warning' : ' warnings'}</span>
        </span>
      )}
      {missing !== null && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          No {fieldName(missing)}
        </button>
      )}
      {open.length > 0 && (
        <>
          <ActionIcon variant="default" size={28} aria-label="Previous issue" onClick={() => step(-1)}>
            <IconChevronLeft size={16} stroke={1.8} />
          </ActionIcon>
          <span className="cut">
            {chosen === null || at < 0 ? (
              <span className="second">{count(open.length, 'issue')}</span>
            ) : (
              <>
                <b>{chosen.title}</b>{' '}
                <span className="second small">
                  {count(chosen.rows, 'row')}, {number(at + 1)} of {number(open.length)}
                </span>
              </>
            )}
          </span>
          <ActionIcon variant="default" size={28} aria-label="Next issue" onClick={() => step(1)}>
            <IconChevronRight size={16} stroke={1.8} />
          </ActionIcon>
        </>
      )}
      {action !== null && (
        <Button variant="outline" size="xs" leftSection={<IconWand size={15} stroke={1.6} />} onClick={action.run}>
          {action.label}
        </Button>
      )}
      {hasSafe && (
        <Button className="issues-bar-safe" variant="light" size="xs" onClick={actions.onFixSafe}>
          Fix all safe…
        </Button>
      )}
      <Drawer opened={isOpen} onClose={() => setOpen(false)} size={320} title="Issues" classNames={{ body: 'issues-drawer' }}>
        {children}
      </Drawer>
    </section>
  );
}
