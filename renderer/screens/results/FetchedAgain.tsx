import { ActionIcon, Progress } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import type { Output, ProjectView } from '../../../shared/contract/index.ts';
import { keptScoresSentence, missingReportSentence, outcomeDifference } from '../../../shared/view-texts/index.ts';
import { useCommand } from '../../api/index.ts';
import { FailurePanel, focusTitle, useAnnounce } from '../../kit/index.ts';
import { bytes, progressOf } from '../../format/index.ts';
import '../../components/notice.css';

const words = ({ before, after }: Output<'results.fetchAgain'>): string => `Fetched again: ${outcomeDifference(before, after)}`;

/** The command that fetches the results again and announces the differences. */
export function useFetchAgain() {
  const announce = useAnnounce();
  return useCommand('results.fetchAgain', (fetched) => announce(words(fetched)));
}

type FetchAgain = ReturnType<typeof useFetchAgain>;

/** True while a project's results are fetched again, here or in another window; merging rows is another activity. */
export const isFetching = ({ activity }: ProjectView, fetch: FetchAgain): boolean =>
  fetch.isPending || (activity?.kind === 'collecting' && activity.unit === 'bytes');

function soFar({ activity }: ProjectView): string | null {
  if (activity === null) return null;
  return progressOf(activity) ?? (activity.done > 0 ? `${bytes(activity.done)} so far` : null);
}

function Fetching({ project }: { readonly project: ProjectView }) {
  const { activity } = project;
  const share = activity?.total == null ? null : activity.done / Math.max(1, activity.total);
  return (
    <section className="card notice" aria-label="Fetching the results again">
      <IconRefresh size={20} stroke={1.6} aria-hidden />
      <div>
        <span className="strong">Fetching the results again</span>{' '}
        <span className="second tabular">
          {soFar(project) ?? 'asking the service'}. Nothing is charged, and the results you have are kept.
        </span>
        {share !== null && <Progress value={share * 100} size={6} radius={3} mt={6} aria-label="Results fetched" />}
      </div>
    </section>
  );
}

/** Shown above the results while they are fetched again, and with the outcome. */
export function FetchedAgain({ project, fetch }: { readonly project: ProjectView; readonly fetch: FetchAgain }) {
  if (isFetching(project, fetch)) return <Fetching project={project} />;
  if (fetch.error !== null)
    return (
      <div className="notice-failure">
        <FailurePanel title="The results were not fetched again" error={fetch.error} onRetry={() => fetch.mutate({ id: project.id })} />
      </div>
    );
  if (fetch.data === undefined) return null;
  const sentences = [keptScoresSentence(fetch.data.kept), missingReportSentence(fetch.data.report, fetch.data.after)];
  return (
    <section className="card notice" data-tone="done" aria-label="Results fetched again">
      <IconCircleCheck size={20} stroke={1.6} aria-hidden />
      <div>
        <span className="strong">{words(fetch.data)}.</span>{' '}
        <span className="second">Nothing was charged. {sentences.filter((one) => one !== null).join(' ')}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Close this note"
        className="plain-icon"
        onClick={() => {
          focusTitle();
          fetch.reset();
        }}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </section>
  );
}
