/** The cards of a person's page. A card without content is not drawn. */
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { ScoreColumn } from '../../../../shared/contract/index.ts';
import { ValueBar } from '../../../kit/index.ts';
import { compactMoney, listed, scaleOf } from '../../../format/index.ts';
import { OpenLink } from './OpenLink.tsx';
import { type Brief, type Gift, type Line, matchSentence } from './person-brief.ts';
import type { Address, Rating } from './score-lines.ts';

export function Card({ title, end, children }: { readonly title: string; readonly end?: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="card person-card" aria-labelledby={id}>
      <div className="person-card-head">
        <h2 className="card-title" id={id}>
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}

export function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <dl className="person-lines">
      {lines.map(({ label, text, more }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{text}</b> {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Figure({
  label,
  text,
  more,
  isGray,
}: {
  readonly label: string;
  readonly text: string;
  readonly more: string;
  readonly isGray: boolean;
}) {
  return (
    <div className="person-figure" {...(isGray && { 'data-gray': true })}>
      <dt>{label}</dt>
      <dd>
        <b>{text}</b>
        <span>{more}</span>
      </dd>
    </div>
  );
}

const scale = (column: ScoreColumn): string => scaleOf(column).replace(/, known.*$/s, ' in this list');

/** The sentence, the match, and the numbers behind them. If the match is weak, it comes first and the numbers are gray. */
export function BriefCard({ brief }: { readonly brief: Brief }) {
  const { capacity, propensity, overall, match, sentence } = brief;
  const isWeak = match?.step.word === 'weak';
  const MatchIcon = match?.step.word === 'strong' ? IconCircleCheck : IconAlertTriangle;
  const matchLine = match !== null && (
    <p className="person-match" data-step={match.step.word}>
      <MatchIcon size={16} stroke={1.8} aria-hidden /> <b>{matchSentence(match)}</b>
    </p>
  );
  return (
    <section className="card person-brief" aria-label="In short">
      <div className="person-sentence" {...(isWeak && { 'data-weak': true })}>
        {isWeak && matchLine}
        {sentence !== null && <p className="person-said">{sentence}</p>}
        {!isWeak && matchLine}
      </div>
      <dl>
        {capacity !== null && <Figure label={capacity.column.title} text={capacity.text} more={scale(capacity.column)} isGray={isWeak} />}
        {propensity !== null && (
          <Figure label={propensity.column.title} text={propensity.text} more={scale(propensity.column)} isGray={isWeak} />
        )}
        {overall !== null && <Figure label={overall.column.title} text={overall.text} more={scale(overall.column)} isGray={isWeak} />}
      </dl>
    </section>
  );
}

const yearOf = (day: string): number => Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) - 1) / 12;

/** First, largest and latest gift on a line of years. The numbers are also in the lines below it. */
export function GiftChart({ gifts }: { readonly gifts: readonly Gift[] }) {
  // The same gift can be first, largest and latest. Of several gifts on one day, only the largest is drawn.
  const byDay = new Map(gifts.toSorted((a, b) => a.amount - b.amount).map((gift) => [gift.day, gift]));
  const distinct = [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const [from, to] = [yearOf(distinct[0]?.day ?? ''), yearOf(distinct.at(-1)?.day ?? '')];
  if (distinct.length < 2 || !(to > from)) return null;
  const most = Math.max(...distinct.map(({ amount }) => amount), 1);
  return (
    <div className="gift-chart" aria-hidden>
      {distinct.map(({ day, amount }) => (
        <span key={day} className="gift" style={{ left: `${6 + ((yearOf(day) - from) / (to - from)) * 88}%` }}>
          <b>{compactMoney(amount)}</b>
          <i style={{ height: `${Math.max(2, (amount / most) * 36)}px` }} />
          <span>{day.slice(0, 4)}</span>
        </span>
      ))}
    </div>
  );
}

export function Ratings({ ratings }: { readonly ratings: readonly Rating[] }) {
  return (
    <dl className="person-ratings">
      {ratings.map(({ label, text, value, min, max }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <ValueBar value={value} min={min} max={max} width={92} /> <b>{text}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The web addresses that the service returned, with their hosts. */
export function Addresses({ addresses, id, row }: { readonly addresses: readonly Address[]; readonly id: string; readonly row: number }) {
  return (
    <ul className="person-addresses">
      {addresses.map(({ key, label, host }) => (
        <li key={key}>
          <OpenLink id={id} row={row} entryKey={key} of={{ label, host }} />
        </li>
      ))}
      <li className="small second">
        Opens <bdi dir="ltr">{listed([...new Set(addresses.map(({ host }) => host))])}</bdi> in the browser.
      </li>
    </ul>
  );
}
