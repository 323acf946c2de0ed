import { Button } from '@mantine/core';
import { IconArrowBackUp, IconWand } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { RuleCount } from '../../../shared/contract/index.ts';
import { number, shownValue } from '../../format/index.ts';
import { alsoLeftOut, countOf, reasonOf, ruleChips } from './issue-texts.ts';
import type { RuleAction } from './rule-action.ts';
import { type RuleCauses, alsoInvalid, causesText } from './rule-causes.ts';
import type { FixedRule } from './useFixes.tsx';

function Example({ example }: Pick<RuleCount, 'example'>) {
  if (example === null) return <span className="issue-example" />;
  const before = shownValue(example.before);
  const after = example.after === null ? null : shownValue(example.after);
  return (
    <span className="issue-example preview" title={after === null ? before : `${before} → ${after}`}>
      {before}
      {after !== null && (
        <>
          {' '}
          <span aria-label="becomes">→</span> <b>{after}</b>
        </>
      )}
    </span>
  );
}

interface IssueItemProps {
  readonly rule: RuleCount;
  readonly isChosen: boolean;
  readonly causes: RuleCauses | null;
  readonly isTabStop: boolean;
  readonly action: RuleAction | null;
  readonly isBusy: boolean;
  /** True while its rows that are left out are shown. */
  readonly showsLeftOut: boolean;
  readonly onChoose: (rule: RuleCount) => void;
  readonly onChooseLeftOut: (rule: RuleCount) => void;
}

/** Height of a group's heading in pixels; it stays at the upper edge of the list. */
const GROUP_HEADING = 27;

/** Scrolls only the list that contains the item, not the page around it, which may show the rows instead. */
function bringIntoSight(item: HTMLElement): void {
  const list = item.closest<HTMLElement>('.issues-open, .issues-done');
  if (list === null) return;
  const [inside, outside] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  const above = inside.top - outside.top - GROUP_HEADING;
  const below = inside.bottom - outside.bottom;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += Math.min(below, above);
}

/** A rule with its rows, fields, example and button. */
export function IssueItem({ rule, isChosen, causes, isTabStop, action, isBusy, showsLeftOut, onChoose, onChooseLeftOut }: IssueItemProps) {
  const chips = ruleChips(rule);
  const also = alsoLeftOut(rule);
  const invalid = causes === null || showsLeftOut ? '' : alsoInvalid(rule, causes);
  const tabIndex = isTabStop ? 0 : -1;
  const { title } = rule;
  const item = useRef<HTMLLIElement>(null);
  // Scroll when the rule is chosen elsewhere, such as on Cost & send, and again when its causes make the item higher.
  const size = !isChosen ? 'line' : causes === null ? 'reason' : 'causes';
  useLayoutEffect(() => {
    if (size !== 'line' && item.current !== null) bringIntoSight(item.current);
  }, [size]);
  return (
    <li ref={item} className="issue" data-severity={rule.severity} {...(isChosen && { 'data-chosen': true })}>
      <button
        type="button"
        className="issue-name"
        data-tab-stop={rule.code}
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        onClick={() => onChoose(rule)}
      >
        <span className="cut">{title}</span>
        <b className="issue-count">{countOf(rule)}</b>
      </button>
      {also !== '' && (
        <button
          type="button"
          className="link issue-left-out"
          tabIndex={tabIndex}
          aria-pressed={showsLeftOut}
          aria-label={`${title}: ${also}`}
          onClick={() => onChooseLeftOut(rule)}
        >
          {also}
        </button>
      )}
      {isChosen && <p className="issue-why">{reasonOf(rule.code)}</p>}
      {invalid !== '' && <p className="issue-why">{invalid}</p>}
      {causes !== null && causes.fields.length > 0 && <p className="issue-why">{causesText(causes)}</p>}
      {chips.length > 0 && (
        <ul className="issue-chips" aria-label="Fields">
          {chips.map(({ label, rows }) => (
            <li key={label} className="issue-chip">
              {label}
              {rows !== null && <b> {number(rows)}</b>}
            </li>
          ))}
        </ul>
      )}
      {(rule.example !== null || (action !== null && !isChosen)) && (
        <div className="issue-line">
          <Example example={rule.example} />
          {action !== null && !isChosen && (
            <button
              type="button"
              className="link issue-action"
              tabIndex={tabIndex}
              aria-disabled={isBusy}
              aria-label={`${action.label}: ${title}`}
              onClick={() => !isBusy && action.run()}
            >
              {action.label}
            </button>
          )}
        </div>
      )}
      {action !== null && isChosen && (
        <Button
          className="issue-button"
          size="compact-sm"
          variant="outline"
          fullWidth
          tabIndex={tabIndex}
          aria-disabled={isBusy}
          aria-label={`${action.label}: ${title}`}
          leftSection={<IconWand size={15} stroke={1.6} />}
          onClick={() => !isBusy && action.run()}
        >
          {action.label}
        </Button>
      )}
    </li>
  );
}

interface FixedItemProps {
  readonly fixed: FixedRule;
  readonly canUndo: boolean;
  /** Its key among the tab stops of the list. */
  readonly tabStop: string;
  readonly isTabStop: boolean;
  readonly onUndo: (fixed: FixedRule) => void;
}

/** A fix that the user made. */
export function FixedItem({ fixed, canUndo, tabStop, isTabStop, onUndo }: FixedItemProps) {
  return (
    <li className="issue" data-severity="note">
      <div className="issue-line">
        <span className="issue-example cut">{fixed.title}</span>
        {canUndo ? (
          <button
            type="button"
            className="link issue-action"
            data-tab-stop={tabStop}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`Undo: ${fixed.title}`}
            onClick={() => onUndo(fixed)}
          >
            <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Undo
          </button>
        ) : (
          <b className="issue-count">{number(fixed.rows)}</b>
        )}
      </div>
    </li>
  );
}
