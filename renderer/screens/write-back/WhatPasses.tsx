import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Output } from '../../../shared/contract/index.ts';
import type { Layout } from '../../../shared/results/index.ts';
import { HELD_BACK, type HeldBack, passing } from '../../../shared/write-back/index.ts';
import { HELD_BACK_NAMES } from '../../../shared/view-texts/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { Pager } from './Pager.tsx';

interface WhatPassesProps {
  readonly id: string;
  readonly plan: Output<'writeBack.plan'>;
  /** The changed layout that is not saved yet; null: the saved layout. */
  readonly draft: Layout | null;
  /** Shows how texts that are too long would be cut; null if the layout has no such column. */
  readonly onShorten: (() => void) | null;
}

function HeldPeople({ id, plan, draft, reason }: Pick<WhatPassesProps, 'id' | 'plan' | 'draft'> & { readonly reason: HeldBack }) {
  const [offset, setOffset] = useState(0);
  const page = useContractQuery('writeBack.plan', { id, layoutId: plan.layout.id, draft, held: { reason, offset } });
  if (page.error !== null) return <FailureLine error={page.error} />;
  return (
    <div aria-busy={page.data === undefined}>
      <HeadedTable headings={['Name', 'ID', 'Row']}>
        {page.data?.held.map(({ row, name, id: own }) => (
          <tr key={row}>
            <td>
              <a className="link" href={toProject(id, 'results', {}, 'person', String(row))}>
                {name === '' ? 'No name' : name}
              </a>
            </td>
            <td>{own === '' ? <span className="second">none</span> : own}</td>
            <td className="tabular">{number(row)}</td>
          </tr>
        ))}
      </HeadedTable>
      <Pager offset={offset} total={plan.heldBack[reason]} onOffset={setOffset} />
    </div>
  );
}

/** Why the matches of the people who pass are considered right; '' if nobody reviewed any and no match number is set. */
function reviewedText(plan: Output<'writeBack.plan'>): string {
  const { right, acceptAt } = plan.reviewed;
  const judged = `${number(right)} reviewed and right`;
  if (acceptAt === null) return right === 0 ? '' : judged;
  return `${number(passing(plan) - right)} at ${number(acceptAt)} and above, ${judged}`;
}

export function WhatPasses({ id, plan, draft, onShorten }: WhatPassesProps) {
  const [open, setOpen] = useState<HeldBack | null>(null);
  // In a narrow window, the reasons would move the layout off the screen.
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const pass = passing(plan);
  const held = HELD_BACK.filter((reason) => plan.heldBack[reason] > 0);
  const none = HELD_BACK.filter((reason) => plan.heldBack[reason] === 0);
  return (
    <section className="card write-back-card" aria-labelledby="write-back-passes">
      <h2 className="write-back-title" id="write-back-passes">
        What passes
      </h2>
      <p>
        <span className="write-back-number">{number(pass)}</span>{' '}
        <span className="second">of {count(plan.people, 'person', 'people')}</span>
      </p>
      <div className="write-back-bar" aria-hidden>
        <span style={{ flexGrow: pass }} />
        <span data-held style={{ flexGrow: plan.people - pass }} />
      </div>
      {reviewedText(plan) !== '' && <p className="small write-back-reviewed">{reviewedText(plan)}</p>}
      {held.length > 0 && (
        <details className="write-back-fold" key={String(isNarrow)} open={!isNarrow}>
          <summary className="write-back-held">
            <span>Held back, each counted once</span> <span className="tabular">{number(plan.people - pass)}</span>
          </summary>
          <ul className="write-back-reasons">
            {held.map((reason) => (
              <li key={reason}>
                <span>{HELD_BACK_NAMES[reason]}</span>
                {reason === 'tooLong' && onShorten !== null && (
                  <button type="button" className="link" onClick={onShorten}>
                    Shorten…
                  </button>
                )}
                {reason === 'notReviewed' && (
                  <a className="link" href={toProject(id, 'results', {}, 'review')}>
                    Review
                  </a>
                )}
                <button type="button" className="link" aria-label={`See: ${HELD_BACK_NAMES[reason]}`} onClick={() => setOpen(reason)}>
                  See
                </button>
                <span className="tabular strong">{number(plan.heldBack[reason])}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="write-back-checked second small">
        {none.map((reason) => (
          <span key={reason}>
            <IconCheck size={14} stroke={1.8} aria-hidden /> {HELD_BACK_NAMES[reason]} <span className="strong">0</span>
          </span>
        ))}
      </p>
      <Drawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        position="right"
        size={560}
        title={open === null ? '' : HELD_BACK_NAMES[open]}
      >
        {open !== null && <HeldPeople key={open} id={id} plan={plan} draft={draft} reason={open} />}
      </Drawer>
    </section>
  );
}
