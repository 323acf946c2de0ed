import { Button, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconWand } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallProgress, CheckView, SafeFixes } from '../../../shared/contract/index.ts';
import { contractQuery, useClient, useContractQuery } from '../../api/index.ts';
import { Dialog, FailureLine, WorkProgress } from '../../kit/index.ts';
import { count, listed, number, shownValue } from '../../format/index.ts';
import type { CheckCommands } from './check-commands.ts';
import { openRules } from './issue-texts.ts';
import { useDelayed } from './useDelayed.ts';
import '../../components/fix-table.css';
import './safe-fixes.css';

interface SafeFixesDialogProps {
  readonly projectId: string;
  readonly check: CheckView;
  readonly commands: CheckCommands;
  readonly onFix: (fixes: SafeFixes) => void;
  readonly onClose: () => void;
}

const MAX_NAMED = 3;

function Fix(props: {
  readonly fix: SafeFixes['fixes'][number];
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}) {
  const { fix, isTicked, onTick } = props;
  const title = fix.title;
  return (
    <tr>
      <td>
        <Checkbox size="xs" checked={isTicked} aria-label={title} onChange={(event) => onTick(event.currentTarget.checked)} />
      </td>
      <th scope="row">
        <b>{title}</b>
        <span>{fix.description}</span>
      </th>
      <td className="safe-cells">{number(fix.cells)}</td>
      {[0, 1, 2].map((at) => {
        const example = fix.examples[at];
        return (
          <td key={at} className="safe-example">
            {example !== undefined && (
              <>
                <del className="preview" title={example.before}>
                  {shownValue(example.before)}
                </del>
                <ins className="preview" title={example.after}>
                  <span aria-hidden>→ </span>
                  {shownValue(example.after)}
                </ins>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Effect({ label, before, after }: { readonly label: string; readonly before: number; readonly after: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {number(before)} <span aria-label={before === after ? 'stays' : 'becomes'}>{before === after ? '=' : '→'}</span>{' '}
        <b>{number(after)}</b>
      </dd>
    </div>
  );
}

/** The issues that the safe fixes leave as they are. */
function remainingText(check: CheckView): string {
  const others = openRules(check).filter(({ fix }) => fix?.safe !== true);
  if (others.length === 0) return 'nothing else was found.';
  const named = others.slice(0, MAX_NAMED).map((rule) => `“${rule.title}” in ${count(rule.rows, 'row')}`);
  return `${count(others.length, 'issue')} that ${others.length === 1 ? 'needs' : 'need'} your review, such as ${listed(named)}.`;
}

/** All safe fixes: what each would do, how the numbers change, and one button that applies them. */
export function SafeFixesDialog({ projectId, check, commands, onFix, onClose }: SafeFixesDialogProps) {
  const isFixing = commands.doing !== null;
  const [progress, onProgress] = useState<CallProgress | null>(null);
  const client = useClient();
  const all = useContractQuery('check.safeFixes', { id: projectId, codes: null }, { onProgress });
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const fixes = all.data?.fixes ?? [];
  const codes = fixes.map(({ code }) => code).filter((code) => !unticked.has(code));
  const isSome = unticked.size > 0 && codes.length > 0;
  const some = useQuery({
    ...contractQuery(client, 'check.safeFixes', { id: projectId, codes }, { onProgress }),
    enabled: isSome,
    placeholderData: keepPreviousData,
  });
  const sums = codes.length === 0 ? null : isSome ? some.data : all.data;
  const tick = (code: string, isTicked: boolean) =>
    setUnticked((before) => new Set(isTicked ? [...before].filter((one) => one !== code) : [...before, code]));
  const cells = fixes.filter(({ code }) => codes.includes(code)).reduce((sum, fix) => sum + fix.cells, 0);
  const failure = all.error ?? some.error;
  const isTrying = all.isFetching || (isSome && some.isFetching);
  const doing = useDelayed(isFixing ? 'Fixing' : isTrying ? 'Trying the fixes' : null);
  const leave = () => {
    if (isFixing) commands.stop();
    onClose();
  };
  const label = codes.length === 0 ? 'Tick a fix to apply it' : `Apply ${count(codes.length, 'fix', 'fixes')} to ${count(cells, 'cell')}`;
  return (
    <Dialog onClose={leave} size={960} title="Fix all safe" classNames={{ body: 'safe-body' }}>
      <p className="second safe-lead">
        Each of these has only one sensible result. Your spreadsheet on disk stays as it is, and nothing is sent yet.
      </p>
      <FailureLine error={failure} />
      {all.data === undefined && failure === null && <p className="second safe-lead">Calculating what the fixes would change…</p>}
      {all.data !== undefined && (
        <>
          <div className="safe-scroll">
            <table className="fix-table safe-table">
              <thead>
                <tr>
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label="All fixes"
                      checked={codes.length === fixes.length}
                      indeterminate={isSome}
                      onChange={(event) => setUnticked(new Set(event.currentTarget.checked ? [] : fixes.map(({ code }) => code)))}
                    />
                  </td>
                  <th scope="col">Issue and fix</th>
                  <th scope="col" className="safe-cells">
                    Cells
                  </th>
                  <th scope="col" colSpan={3}>
                    Examples
                  </th>
                </tr>
              </thead>
              <tbody>
                {fixes.map((fix) => (
                  <Fix key={fix.code} fix={fix} isTicked={!unticked.has(fix.code)} onTick={(isTicked) => tick(fix.code, isTicked)} />
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={2}>
                    {number(codes.length)} of {count(fixes.length, 'fix', 'fixes')}
                  </th>
                  <td className="safe-cells">{number(cells)}</td>
                  <td colSpan={3}>cells, in {count(sums?.rows ?? 0, 'row')}; some rows have several</td>
                </tr>
              </tfoot>
            </table>
          </div>
          <div className="safe-effect">
            <dl>
              <Effect label="Ready to match" before={check.ready} after={sums?.ready.after ?? check.ready} />
              <Effect label="With issues" before={check.withIssues} after={sums?.withIssues.after ?? check.withIssues} />
              <Effect label="Won’t be accepted" before={check.invalid} after={sums?.invalid.after ?? check.invalid} />
            </dl>
            <p className="second">
              <b>Not included:</b> {remainingText(check)}
            </p>
          </div>
        </>
      )}
      <div className="dialog-foot safe-foot">
        {doing !== null && (
          <WorkProgress label={doing} progress={isFixing ? commands.progress : progress} rows={check.rows} onCancel={undefined} />
        )}
        <span className="second">
          <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Undo in one step: <span className="key">Ctrl Z</span>
        </span>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button
          aria-disabled={codes.length === 0 || sums == null}
          loading={isFixing}
          leftSection={<IconWand size={16} stroke={1.6} />}
          onClick={() => sums != null && onFix({ ...sums, fixes: fixes.filter(({ code }) => codes.includes(code)) })}
        >
          {label}
        </Button>
      </div>
    </Dialog>
  );
}
