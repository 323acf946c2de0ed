import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { centsText, compareReport, moneyText } from '../../../../shared/gifts/index.ts';
import { useCommand } from '../../../api/index.ts';
import { dayText, number } from '../../../format/index.ts';
import { FailureLine } from '../../../kit/index.ts';
import { type GiftFile, giftsScope, type ListGifts, withLine } from './useGiftFile.ts';

interface OwnReportProps {
  readonly id: string;
  readonly gifts: ListGifts;
  readonly choose: GiftFile['choose'];
}

function Difference({ text, isEqual }: { readonly text: string | null; readonly isEqual: boolean }) {
  if (text === null) return null;
  return isEqual ? (
    <span className="gifts-agrees">
      <IconCheck size={14} stroke={2} aria-hidden /> {text}
    </span>
  ) : (
    <span className="gifts-differs">
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> {text}
    </span>
  );
}

/** The totals next to those of the user's own report. Both fields are optional and are stored with the project. */
export function OwnReport({ id, gifts: { view, report }, choose }: OwnReportProps) {
  const { counted, currency } = view;
  const [typed, setTyped] = useState(report);
  const save = useCommand('gifts.report', undefined, { scope: giftsScope(id) });
  const { cents, gifts, line } = compareReport(view, typed);
  const keep = () => {
    if (typed.sum !== report.sum || typed.gifts !== report.gifts) save.mutate({ id, report: typed });
  };
  const more = (amount: number, text: string) => `${text} ${amount < 0 ? 'less' : 'more'}`;
  const unread = (text: string, found: number | null) => (text.trim() !== '' && found === null ? 'No number' : null);
  const ofSum = cents === null ? unread(typed.sum, cents) : cents === 0 ? 'the same' : more(cents, moneyText(centsText(Math.abs(cents)), currency)); // prettier-ignore
  const ofGifts = gifts === null ? unread(typed.gifts, gifts) : gifts === 0 ? 'the same' : more(gifts, number(Math.abs(gifts)));
  return (
    <section className="card gifts-card" aria-labelledby="gifts-report">
      <div className="gifts-card-head">
        <h2 className="card-title" id="gifts-report">
          Does it match your CRM?
        </h2>
        <span className="small second">Type the totals of your own gift report</span>
      </div>
      <table className="gifts-table gifts-report" aria-labelledby="gifts-report">
        <thead>
          <tr>
            <td aria-hidden />
            <th scope="col" className="gifts-end">
              Counted here
            </th>
            <th scope="col">Your report</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Sum</th>
            <td className="tabular gifts-end strong">{moneyText(counted.sum, currency)}</td>
            <td>
              <TextInput
                size="xs"
                aria-label="Sum in your report"
                value={typed.sum}
                maxLength={60}
                onChange={(event) => setTyped({ ...typed, sum: event.currentTarget.value })}
                onBlur={keep}
              />
            </td>
            <td>
              <Difference text={ofSum} isEqual={cents === 0} />
            </td>
          </tr>
          <tr>
            <th scope="row">Gifts</th>
            <td className="tabular gifts-end strong">{number(counted.gifts)}</td>
            <td>
              <TextInput
                size="xs"
                aria-label="Gifts in your report"
                value={typed.gifts}
                maxLength={30}
                onChange={(event) => setTyped({ ...typed, gifts: event.currentTarget.value })}
                onBlur={keep}
              />
            </td>
            <td>
              <Difference text={ofGifts} isEqual={gifts === 0} />
            </td>
          </tr>
          <tr>
            <th scope="row">First to last gift</th>
            <td colSpan={2} className="tabular">
              {counted.firstDay === null ? '–' : `${dayText(counted.firstDay)} to ${dayText(counted.lastDay ?? counted.firstDay)}`}
            </td>
            <td className="second small">compare it yourself</td>
          </tr>
        </tbody>
      </table>
      <FailureLine error={save.error} />
      {line !== null && (
        <output className="gifts-hint">
          <IconBulb size={16} stroke={1.8} aria-hidden />
          <span>
            <strong>
              Both are exactly “{line.label}”: {number(line.gifts)} for {moneyText(line.sum ?? '0', currency)}.
            </strong>{' '}
            Your report {line.counted ? 'leaves them out' : 'counts them'}.
          </span>
          <button type="button" className="link" onClick={() => choose((shown) => withLine(shown, line.key))}>
            {line.counted ? 'Leave them out' : 'Count them too'}
          </button>
        </output>
      )}
      {cents === 0 && gifts === 0 && (
        <output className="gifts-hint" data-agrees>
          <IconCheck size={16} stroke={2} aria-hidden /> Both match
        </output>
      )}
    </section>
  );
}
