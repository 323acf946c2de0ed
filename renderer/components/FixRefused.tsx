import { Button } from '@mantine/core';
import type { ProjectView } from '../../shared/contract/index.ts';
import { isSubmittable, mergesIntoParent, sendsRefusedAgain } from '../../shared/project/index.ts';
import { asAppError, useCommand, useContractQuery } from '../api/index.ts';
import { navigate, toProject } from '../navigation/index.ts';
import { count } from '../format/index.ts';
import { areFixedElsewhere } from './waiting.ts';

/** The unsent project with the refused rows of `project`. */
const fixProjectOf = (project: ProjectView, all: readonly ProjectView[]): ProjectView | undefined =>
  all.find(({ lineage, state }) => lineage?.kind === 'retry' && lineage.of === project.id && isSubmittable(state));

interface FixRefusedProps {
  readonly project: ProjectView;
  /** For a list of such buttons: adds the project's name to the button's accessible name. */
  readonly isInList?: boolean;
}

/** Copies the refused rows into a new project, or continues with the existing one, and opens its check. */
export function FixRefused({ project, isInList = false }: FixRefusedProps) {
  const projects = useContractQuery('projects.list', {});
  const fix = useCommand('projects.fixRefused');
  // Refused rows of a linked project are fixed from the first project.
  if (!sendsRefusedAgain(project)) return null;
  if (project.state.at !== 'done' || project.state.counts.refused === 0 || mergesIntoParent(project.lineage)) return null;
  const all = projects.data ?? [];
  if (areFixedElsewhere(project, all)) return null;
  const begun = fixProjectOf(project, all);
  const label = begun === undefined ? `Fix ${count(project.state.counts.refused, 'row')}` : 'Continue fixing';
  const onFix = (allowPaid: boolean) => {
    if (!fix.isPending) fix.mutate({ id: project.id, allowPaid }, { onSuccess: ({ id }) => navigate(toProject(id, 'check')) });
  };
  const error = fix.error === null ? null : asAppError(fix.error);
  return (
    <>
      {error !== null && (
        <span role="alert" className="small second">
          {error.message}
        </span>
      )}
      {error?.code === 'SENT_BEFORE' && (
        <Button variant="default" {...(isInList && { size: 'xs' })} aria-disabled={fix.isPending} onClick={() => onFix(true)}>
          Fix and pay again
        </Button>
      )}
      <Button
        variant="default"
        {...(isInList && { size: 'xs', miw: 124, 'aria-label': `${label}: ${project.name}` })}
        aria-disabled={fix.isPending}
        onClick={() => onFix(false)}
      >
        {label}
      </Button>
    </>
  );
}
