/** The name of a project in its head, edited in place: F2 or a click starts editing, Enter saves, Escape keeps the old name. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { betterName } from '../../shared/view-texts/index.ts';
import { useCommand } from '../api/index.ts';
import { FailureLine, useAnnounce, useWindowKey } from '../kit/index.ts';
import { useDismissed } from './useDismissed.ts';
import './project-title.css';

interface FieldProps {
  readonly name: string;
  /** The initial text of the field. */
  readonly initial: string;
  /** `byKey`: the user pressed a key, so the focus returns to the title. */
  readonly onSave: (name: string, byKey: boolean) => void;
  readonly onKeep: (byKey: boolean) => void;
}

function TitleField({ name, initial, onSave, onKeep }: FieldProps) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const help = useId();
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const save = (byKey: boolean) => {
    const given = typed.trim();
    if (given === '' || given === name) onKeep(byKey);
    else onSave(given, byKey);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save(true);
    else onKeep(true);
  };
  return (
    <span className="project-title-edit">
      <input
        ref={field}
        className="project-title-field"
        autoComplete="off"
        aria-label="Name of the project"
        aria-describedby={help}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKey}
        // An unchanged text may be a proposed name, which only Enter accepts.
        onBlur={() => (typed === initial ? onKeep(false) : save(false))}
      />
      <span id={help} className="project-title-help">
        <kbd className="key">Enter</kbd> saves, <kbd className="key">Esc</kbd> keeps
        <span className="cut">“{name}”</span>
      </span>
    </span>
  );
}

interface ProjectTitleProps {
  readonly project: ProjectView;
  /** True to propose a better name once, when the project has the name of a file. */
  readonly offers: boolean;
}

export function ProjectTitle({ project, offers }: ProjectTitleProps) {
  const { id, name } = project;
  const announce = useAnnounce();
  const { keys, dismiss } = useDismissed();
  const better = offers && project.state.at === 'draft' && !keys.has(`name:${id}`) ? betterName(name) : null;
  const [editing, setEditing] = useState<string | null>(null);
  const title = useRef<HTMLButtonElement>(null);
  const initial = editing ?? better;
  const close = (byKey: boolean) => {
    if (better !== null) dismiss(`name:${id}`);
    setEditing(null);
    if (byKey) requestAnimationFrame(() => title.current?.focus({ preventScroll: true }));
  };
  const rename = useCommand('projects.change', ({ name: now }) => announce(`Renamed to ${now}.`));
  useWindowKey((event) => {
    if (event.key !== 'F2' || initial !== null) return false;
    setEditing(name);
    return true;
  });
  if (initial !== null)
    return (
      <TitleField
        name={name}
        initial={initial}
        onSave={(given, byKey) => {
          rename.mutate({ id, name: given });
          close(byKey);
        }}
        onKeep={close}
      />
    );
  return (
    <>
      <button ref={title} type="button" className="project-title" title="Rename (F2)" onClick={() => setEditing(name)}>
        {rename.isPending ? rename.variables.name : name}
      </button>
      <FailureLine error={rename.error} />
    </>
  );
}
