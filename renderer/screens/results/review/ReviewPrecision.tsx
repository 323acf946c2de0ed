import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';

import { useCommand, useContractQuery } from '../../../api/index.ts';
import { ConfirmDialog } from '../../../kit/index.ts';
import { count, number } from '../../../format/index.ts';
import { type ReviewView, bandText } from './review-texts.ts';

function Band({ band }: { readonly band: ReviewView['bands'][number] }) {
  const { counted, precision, range } = bandText(band);
  return (
    <li>
      <b>{band.text}</b> <span className="second">{counted}</span>
      {precision !== null && (
        <>
          <span className="review-range" aria-hidden>
            <span style={{ left: `${precision.low}%`, width: `${precision.high - precision.low}%` }} />
            <i style={{ left: `${precision.share}%` }} />
          </span>
          <b>{precision.share}%</b> <span className="second">{range}</span>
        </>
      )}
    </li>
  );
}

/** Sets the match number from which profiles are accepted without a review. Shows the effect before saving. */
function Accepting({ id, view }: { readonly id: string; readonly view: ReviewView }) {
  const [typed, setTyped] = useState<number | null>(view.acceptAt);
  const [isAsking, setAsking] = useState(false);
  const accept = useCommand('review.accept', () => setAsking(false));
  const counted = useContractQuery('review.accepting', { id, acceptAt: typed }).data;
  const isChanged = typed !== view.acceptAt;
  const doubt =
    counted === undefined || counted.accepted === 0
      ? ''
      : counted.notRight === null
        ? ' There are too few verdicts to tell how many of them would not be right.'
        : ` About ${number(counted.notRight)} of them would not be right.`;
  const effect =
    counted === undefined ? '' : `${count(counted.more, 'more person', 'more people')} would be accepted without a review.${doubt}`;
  return (
    <div className="review-accept">
      <h3>Accept without review</h3>
      <div className="review-threshold">
        <NumberInput
          aria-label="Match number from which profiles are accepted without a review"
          value={typed ?? ''}
          min={0}
          max={100}
          allowNegative={false}
          placeholder="off"
          onChange={(value) => setTyped(typeof value === 'number' ? value : null)}
        />
        <span>and above</span>
      </div>
      {counted !== undefined && (
        <dl>
          <div>
            <dt>Accepted</dt>
            <dd>{number(counted.accepted)}</dd>
          </div>
          <div>
            <dt>{typed === null ? 'Reviewed' : `Reviewed, below ${typed}`}</dt>
            <dd>{number(counted.reviewedBelow)}</dd>
          </div>
          <div>
            <dt>Left to review</dt>
            <dd>{number(counted.left)}</dd>
          </div>
          <div data-sum>
            <dt>Scored</dt>
            <dd>{number(counted.scored)}</dd>
          </div>
        </dl>
      )}
      {isChanged && (
        <>
          <p className="second small">{effect}</p>
          <Button variant="default" size="xs" onClick={() => setAsking(true)} disabled={counted === undefined}>
            {typed === null ? 'Accept nobody without a review…' : `Accept at ${typed} and above…`}
          </Button>
        </>
      )}
      {isAsking && counted !== undefined && (
        <ConfirmDialog
          title={typed === null ? 'Accept nobody without a review?' : `Accept matches of ${typed} and above without a review?`}
          confirm={typed === null ? 'Accept nobody' : 'Accept'}
          cancel="Keep it as it is"
          command={accept}
          onConfirm={() => accept.mutate({ id, acceptAt: typed })}
          onClose={() => setAsking(false)}
        >
          <p>
            {effect} {count(counted.left, 'person', 'people')} would be left to review.
          </p>
          <p className="second small">It holds for every screening of this connection, and can be changed at any time.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The progress of the review, how often matches are right, and which profiles are accepted without a review. */
export function ReviewPrecision({ id, view }: { readonly id: string; readonly view: ReviewView }) {
  const { right, wrong, unsure } = view.verdicts;
  const all = right + wrong + unsure;
  return (
    <div className="review-side">
      <section className="card" aria-labelledby="review-so-far">
        <h2 id="review-so-far">Reviewed so far</h2>
        <p className="review-total">
          <b>{number(all)}</b> {all === 1 ? 'verdict' : 'verdicts'}
        </p>
        {all > 0 && (
          <div className="review-share" aria-hidden>
            <span data-kind="right" style={{ flexGrow: right }} />
            <span data-kind="wrong" style={{ flexGrow: wrong }} />
            <span data-kind="unsure" style={{ flexGrow: unsure }} />
          </div>
        )}
        <p className="small">
          Right <b>{number(right)}</b> · Wrong <b>{number(wrong)}</b> · Unsure <b>{number(unsure)}</b>
        </p>
        {view.all.wrong > 0 && (
          <p className="small">
            {number(view.all.scored)} scored − {number(view.all.wrong)} judged wrong = <b>{number(view.all.scored - view.all.wrong)}</b>
          </p>
        )}
      </section>
      {view.bands.length > 0 && (
        <section className="card" aria-labelledby="review-often">
          <h2 id="review-often">How often a match is right</h2>
          <p className="second small">Dot: found. Bar: likely range.</p>
          <ul className="review-bands">
            {view.bands.map((band) => (
              <Band key={band.text} band={band} />
            ))}
          </ul>
          <Accepting key={view.acceptAt} id={id} view={view} />
        </section>
      )}
    </div>
  );
}
