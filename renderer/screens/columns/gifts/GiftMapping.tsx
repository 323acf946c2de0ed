import { Select } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type GiftRole, ROLE_NAMES, unclearAmountsText, unclearDatesText } from '../../../../shared/gifts/index.ts';
import { OrderChoices, SmallChoice } from '../../../components/index.ts';
import type { GiftFile, ListGifts } from './useGiftFile.ts';

const ALWAYS: readonly GiftRole[] = ['id', 'date', 'amount', 'type'];
const NEEDED: ReadonlySet<GiftRole> = new Set(['id', 'date', 'amount']);
const MORE: readonly GiftRole[] = ['refunded', 'state', 'currency'];
const NO_COLUMN = '(no column)';

/** The ID of the select of a role. */
export const roleFieldId = (role: GiftRole): string => `gift-column-${role}`;

const GIFT_ORDER_ID = 'gift-date-order';
const GIFT_SIGN_ID = 'gift-decimal-sign';

const focusFirst = (id: string): void => document.getElementById(id)?.querySelector('button')?.focus();

/** Moves the focus to the choice of the order of dates. */
export const focusGiftOrder = (): void => focusFirst(GIFT_ORDER_ID);
/** Moves the focus to the choice of the decimal sign. */
export const focusGiftSign = (): void => focusFirst(GIFT_SIGN_ID);

/** The decimal sign of ambiguous amounts. Asks for it while it is unclear, and lets the user change an earlier choice. */
function DecimalSign({ gifts: { view, choices }, choose }: Pick<GiftMappingProps, 'gifts' | 'choose'>) {
  if (view.unclearAmounts === null && choices.decimal === null) return null;
  const other = choices.decimal === 'point' ? 'comma' : 'point';
  if (view.unclearAmounts === null)
    return (
      <span className="small second">
        The decimal sign is a {choices.decimal}.{' '}
        <button type="button" className="link" onClick={() => choose(() => ({ choices: { decimal: other } }))}>
          Use a decimal {other}
        </button>
      </span>
    );
  return (
    <section className="gifts-order" id={GIFT_SIGN_ID} aria-label="Decimal point or comma">
      <span className="small">
        <IconAlertTriangle size={13} stroke={1.8} aria-hidden /> {unclearAmountsText(view)}
      </span>
      <div className="why-choices">
        {(['point', 'comma'] as const).map((decimal) => (
          <SmallChoice key={decimal} onClick={() => choose(() => ({ choices: { decimal } }))}>
            Decimal {decimal}
          </SmallChoice>
        ))}
      </div>
    </section>
  );
}

interface GiftMappingProps {
  readonly gifts: ListGifts;
  readonly choose: GiftFile['choose'];
  /** True to open the choice of the ID column, because no gift joins. */
  readonly opensId: boolean;
}

/** The role of each column of the gift file, with its first values. */
export function GiftMapping({ gifts, choose, opensId }: GiftMappingProps) {
  const { view, choices } = gifts;
  const headings = [...new Set(view.headings.map(({ heading }) => heading))].filter((heading) => heading !== '');
  const firstOf = (role: GiftRole) => view.headings.find(({ heading }) => heading === view.columns[role])?.first ?? [];
  const roles = [...ALWAYS, ...MORE.filter((role) => view.columns[role] !== undefined || choices.columns[role] !== undefined)];
  return (
    <section className="card gifts-mapping" aria-label="Columns of the gift file">
      {view.sheets.length > 1 && (
        <div className="gifts-role">
          <Select
            label="Sheet"
            size="xs"
            allowDeselect={false}
            data={view.sheets}
            value={view.sheet}
            onChange={(sheet) => sheet !== null && choose(({ options }) => ({ options: { ...options, sheet }, choices: { columns: {} } }))}
          />
        </div>
      )}
      {roles.map((role) => (
        <div className="gifts-role" key={role}>
          <Select
            id={roleFieldId(role)}
            key={role === 'id' ? String(opensId) : role}
            label={
              <span className="gifts-role-name">
                {ROLE_NAMES[role]}
                {view.certain.includes(role) && (
                  <span className="gifts-certain small">
                    <IconCheck size={13} stroke={2} aria-hidden /> Certain
                  </span>
                )}
              </span>
            }
            size="xs"
            allowDeselect={false}
            searchable={headings.length > 12}
            placeholder="Choose a column"
            data={NEEDED.has(role) ? headings : [NO_COLUMN, ...headings]}
            value={view.columns[role] ?? (NEEDED.has(role) ? null : NO_COLUMN)}
            onChange={(heading) =>
              heading !== null &&
              choose(({ choices: { columns } }) => ({ choices: { columns: { ...columns, [role]: heading === NO_COLUMN ? '' : heading } } }))
            }
            {...(role === 'id' && opensId && { defaultDropdownOpened: true })}
          />
          <span className="small second cut">{firstOf(role).join(' · ')}</span>
          {role === 'date' && view.unclearDates !== null && (
            <section className="gifts-order" id={GIFT_ORDER_ID} aria-label="Day or month first">
              <span className="small">
                <IconAlertTriangle size={13} stroke={1.8} aria-hidden /> {unclearDatesText(view)}: {view.unclearDates.example}
              </span>
              <OrderChoices sample={view.unclearDates.example} onChoose={(dateOrder) => choose(() => ({ choices: { dateOrder } }))} />
            </section>
          )}
          {role === 'amount' && <DecimalSign gifts={gifts} choose={choose} />}
          {role === 'date' && view.unclearDates === null && (view.dateOrder === 'mdy' || view.dateOrder === 'dmy') && (
            <span className="small second">
              {view.dateOrder === 'mdy' ? 'Month first. ' : 'Day first. '}
              <button
                type="button"
                className="link"
                onClick={() => choose(() => ({ choices: { dateOrder: view.dateOrder === 'mdy' ? 'dmy' : 'mdy' } }))}
              >
                Read as {view.dateOrder === 'mdy' ? 'day' : 'month'} first
              </button>
            </span>
          )}
        </div>
      ))}
    </section>
  );
}
