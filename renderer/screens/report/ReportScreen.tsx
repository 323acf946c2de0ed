import { Button, Drawer, Portal, Skeleton } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { IconAdjustments, IconPrinter, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { paperOf } from '../../../shared/base/index.ts';
import type { ExportView } from '../../../shared/contract/index.ts';
import { type ReportSettings, shownReport } from '../../../shared/report/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { Page, ProjectHead, ProjectMenu, type ProjectScreenProps, Printable } from '../../components/index.ts';
import { FailureLine, FailurePanel } from '../../kit/index.ts';
import { ExportStatus, ProjectTabs, SavePdf } from '../results/index.ts';
import { ReportPaper } from './ReportPaper.tsx';
import { ReportSettingsPanel } from './ReportSettings.tsx';
import './report.css';

/** Width of the paper on screen, in pixels, and the space around it. */
const PAPER_WIDTH = 816;
const AROUND = 32;
/** Windows without space for the settings next to the page. */
const NARROW = '(max-width: 1099px)';

/** One page about the screening, as it prints. */
export function ReportScreen({ project }: ProjectScreenProps) {
  const { id } = project;
  const results = useContractQuery('results.get', { id }).data;
  const found = useContractQuery('report.get', { id });
  const [begun, setBegun] = useState<ExportView | null>(null);
  // The settings that the user has chosen are shown at once; the page changes when they are saved.
  const [chosen, setChosen] = useState<ReportSettings | null>(null);
  const [printedAt] = useState(() => Date.now());
  const save = useCommand('report.save', undefined, { scope: `report ${id}` });
  const write = useCommand('results.export', (view) => view !== null && setBegun(view));
  const { ref, width } = useElementSize();
  const failure = save.error ?? write.error;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const hasPdf = useContractQuery('app.get', {}).data?.host === 'electron';
  const printLabel = hasPdf ? 'Print…' : 'Print or save as PDF…';
  const paper = (chosen ?? found.data?.settings)?.paper ?? paperOf(navigator.language);
  const actions = (
    <>
      <ProjectMenu project={project} />
      <Button
        variant="default"
        size="xs"
        className="report-action"
        leftSection={<IconTableExport size={16} aria-hidden />}
        aria-label="Save as workbook…"
        disabled={found.data === undefined}
        onClick={() => write.mutate({ kind: 'report', id, format: 'xlsx' })}
      >
        Save as workbook…
      </Button>
      {isNarrow && (
        <Button
          variant="default"
          size="xs"
          className="report-action"
          aria-label="What is on the page…"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          disabled={found.data === undefined}
          onClick={() => setOpen(true)}
        >
          On the page…
        </Button>
      )}
      <Printable>
        <Button
          variant={hasPdf ? 'default' : 'filled'}
          size="xs"
          className="report-action"
          aria-label={printLabel}
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={found.data === undefined}
          onClick={() => window.print()}
        >
          {printLabel}
        </Button>
      </Printable>
      {found.data !== undefined && (
        <SavePdf name={`${project.name}, report`} paper={paper} size="xs" variant="filled" className="report-action" />
      )}
    </>
  );
  const head = (
    <>
      <ProjectHead project={project} step="results" hasSteps={false} end={actions} />
      <ProjectTabs project={project} results={results} current="report" />
    </>
  );
  if (found.data === undefined)
    return (
      <Page head={head}>
        {found.error === null ? (
          <div aria-busy="true">
            <Skeleton height={420} radius={8} />
          </div>
        ) : (
          <FailurePanel
            title="The report could not be made"
            error={found.error}
            kept="The scores are kept on this computer, unchanged."
            onRetry={() => void found.refetch()}
          />
        )}
      </Page>
    );
  const { report } = found.data;
  const settings = chosen ?? found.data.settings;
  const page = <ReportPaper report={{ ...shownReport(report, settings.hidden), name: project.name }} paper={paper} printedAt={printedAt} />;
  const panel = (
    <ReportSettingsPanel
      settings={settings}
      report={report}
      paper={paper}
      onChange={(next) => {
        setChosen(next);
        save.mutate({ id, settings: next });
      }}
    />
  );
  return (
    <Page head={head} isFocusable>
      <FailureLine error={failure} />
      <div className="report">
        <div className="report-frame" ref={ref}>
          {width > 0 && <div style={{ zoom: Math.min(1, (width - AROUND) / PAPER_WIDTH) }}>{page}</div>}
        </div>
        {!isNarrow && panel}
      </div>
      {isNarrow && (
        <Drawer opened={isOpen} onClose={() => setOpen(false)} position="right" size={340} title="What is on the page">
          {panel}
        </Drawer>
      )}
      <Portal className="sheets" reuseTargetNode={false}>
        {page}
      </Portal>
      {begun !== null && <ExportStatus key={begun.id} begun={begun} onClose={() => setBegun(null)} />}
    </Page>
  );
}
