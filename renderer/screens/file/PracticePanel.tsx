import { Button } from '@mantine/core';
import { IconArrowRight, IconCheck, IconSchool } from '@tabler/icons-react';
import { useCommand } from '../../api/index.ts';
import { FailureLine, FailurePanel } from '../../kit/index.ts';
import { navigate, toProject } from '../../navigation/index.ts';

function useSample() {
  const sample = useCommand('projects.sample');
  const begin = (search: Readonly<Record<string, string>>) => {
    if (!sample.isPending) sample.mutate({ sample: 'messy' }, { onSuccess: (project) => navigate(toProject(project.id, 'file', search)) });
  };
  return { sample, begin };
}

/** Shown in the first run: what the program does, and a rehearsal that needs no file or account. */
export function PracticePanel() {
  const { sample, begin } = useSample();
  return (
    <section className="new-practice" aria-label="Practice">
      <div className="new-practice-mark">
        <IconSchool size={18} stroke={1.6} aria-hidden /> PRACTICE
      </div>
      <h2>New here? Rehearse first</h2>
      <p>Screen a sample of 2,500 made-up people, with the usual errors in it. Takes about two minutes.</p>
      <ul>
        {['Runs only on this computer', 'No account, no token, no credits', 'The same steps as the real thing'].map((line) => (
          <li key={line}>
            <IconCheck size={16} stroke={1.8} aria-hidden /> {line}
          </li>
        ))}
      </ul>
      {sample.error !== null && <FailurePanel title="The sample was not opened" error={sample.error} onRetry={() => begin({})} />}
      <Button
        className="new-practice-button"
        onClick={() => begin({ next: 'columns' })}
        rightSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
        aria-disabled={sample.isPending}
      >
        Practice with the sample
      </Button>
      <button type="button" className="new-practice-sample" onClick={() => begin({})}>
        See the sample workbook first
      </button>
    </section>
  );
}

/** The same rehearsal in one line, for users who know it. */
export function PracticeLine() {
  const { sample, begin } = useSample();
  return (
    <div className="new-practice-line">
      <IconSchool size={18} stroke={1.6} aria-hidden />
      <span>
        Rehearse on this computer, without credits:{' '}
        <button type="button" className="link" aria-disabled={sample.isPending} onClick={() => begin({ next: 'columns' })}>
          Practice with the sample
        </button>
      </span>
      <FailureLine error={sample.error} />
    </div>
  );
}
