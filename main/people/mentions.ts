/**
 * Finds texts outside of rows that name the person at the chosen places, shows them before they are changed, and changes them in one
 * transaction.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/base/index.ts';
import type { Output } from '../../shared/contract/index.ts';
import { type FieldKey, fieldOf } from '../../shared/fields/index.ts';
import { isSubmittable } from '../../shared/project/index.ts';
import { type PersonForms, PersonMarks, PersonText } from '../matching/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import type { FolderTexts } from './folder-texts.ts';
import type { ChosenPlace } from './person-everywhere.ts';
import type { ProjectTexts } from './project-texts.ts';
import type { PlacedText, TextPlace } from './text-places.ts';

type Mention = Output<'people.erasing'>['texts'][number];

/** How many characters of a longer text are shown, and how many of them before the name. */
const SHOWN = 200;
const SHOWN_BEFORE = 60;
/** The most texts shown that may mean somebody else. */
const MAX_UNSURE = 100;

export interface MentionsDeps {
  readonly store: ProjectStore;
  readonly projectTexts: ProjectTexts;
  readonly folderTexts: FolderTexts;
}

interface Found {
  readonly place: TextPlace;
  readonly text: PlacedText;
  readonly key: string;
  readonly isSure: boolean;
}

const keyOf = ({ key }: TextPlace, text: string): string => `${key} ${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;

function formsOf(places: readonly ChosenPlace[]): PersonForms {
  const values = (...fields: readonly FieldKey[]) =>
    places.flatMap(({ stored: { record, corrections } }) => [
      ...record.filter(({ field }) => fields.includes(field)).map(({ value }) => value),
      ...corrections.filter(({ name }) => fields.some((field) => fieldOf(field).label === name)).map(({ value }) => value),
    ]);
  return {
    first: values('primaryFirst'),
    last: values('primaryLast', 'primaryMaiden'),
    ids: [...values('constituentId'), ...places.flatMap(({ stored }) => stored.sentId ?? [])],
    emails: values('personalEmail', 'businessEmail'),
    phones: values('personalPhone', 'businessPhone'),
    streets: values('street'),
  };
}

/** `text`: the text that was searched for. */
export const marksOf = (places: readonly ChosenPlace[], text: string): PersonMarks =>
  new PersonMarks(formsOf(places), new PersonText(text));

export class Mentions {
  private readonly deps: MentionsDeps;

  constructor(deps: MentionsDeps) {
    this.deps = deps;
  }

  private places(chosen: readonly Pick<ChosenPlace, 'project' | 'row'>[]): TextPlace[] {
    const { store, projectTexts, folderTexts } = this.deps;
    const ofProjects = store.all().flatMap((project) => {
      const rows = chosen.flatMap((one) => (one.project.id === project.id && one.row !== null ? [one.row] : []));
      return [...projectTexts.of(project), ...projectTexts.aboutRows(project, new Set(rows))];
    });
    return [...ofProjects, ...folderTexts.all()];
  }

  private found(chosen: readonly ChosenPlace[], marks: PersonMarks): Found[] {
    return this.places(chosen).flatMap((place) => {
      const seen = new Set<string>();
      return place.texts.flatMap((text) => {
        const key = keyOf(place, text.text);
        const isSure = marks.areIn(text.text);
        if (seen.has(key) || !(isSure || marks.mayBeIn(text.text))) return [];
        seen.add(key);
        return [{ place, text, key, isSure }];
      });
    });
  }

  /**
   * For the person: every text outside the chosen rows that certainly names them. `text` is null if it is about somebody else, because the
   * person must not read it.
   */
  about(chosen: readonly ChosenPlace[], marks: PersonMarks): { readonly where: string; readonly text: string | null }[] {
    return this.found(chosen, marks)
      .filter(({ isSure }) => isSure)
      .map(({ place, text }) => ({ where: whereOf(place, text), text: place.isAboutOthers ? null : text.text }));
  }

  /** The texts that name the person, those that certainly do first. */
  of(chosen: readonly ChosenPlace[], marks: PersonMarks): { readonly texts: Mention[]; readonly more: number } {
    const found = this.found(chosen, marks);
    const unsure = found.filter(({ isSure }) => !isSure);
    const shown = [...found.filter(({ isSure }) => isSure), ...unsure.slice(0, MAX_UNSURE)];
    return { texts: shown.map((one) => mentionOf(one, marks)), more: unsure.length - Math.min(unsure.length, MAX_UNSURE) };
  }

  /** IDs of the drafts that have such texts, sorted. */
  drafts(chosen: readonly ChosenPlace[], marks: PersonMarks): string[] {
    const ids = this.found(chosen, marks).flatMap(({ place: { project } }) =>
      project !== null && isSubmittable(project.state) ? [project.id] : [],
    );
    return [...new Set(ids)].toSorted();
  }

  /**
   * Within a transaction, removes the person from the chosen texts. Returns how many were changed. `keys`: as in `assertErasable`.
   * @throws as `assertErasable`.
   */
  erase(chosen: readonly ChosenPlace[], marks: PersonMarks, keys: readonly string[] | null): number {
    const erased = this.assertErasable(chosen, marks, keys);
    const wanted = new Set(erased.map(({ key }) => key));
    for (const [place] of Map.groupBy(erased, (one) => one.place))
      place.change((text) => (wanted.has(keyOf(place, text)) ? marks.without(text) : text));
    return erased.length;
  }

  /**
   * The chosen texts. `keys` null: all that certainly name the person and can be changed.
   * @throws NOT_FOUND for a text that has changed since it was shown; NOT_NOW for a text that cannot be changed.
   */
  assertErasable(chosen: readonly ChosenPlace[], marks: PersonMarks, keys: readonly string[] | null): readonly Found[] {
    const found = this.found(chosen, marks);
    const wanted = new Set(keys ?? found.filter(({ isSure, place }) => isSure && place.stays === null).map(({ key }) => key));
    const erased = found.filter(({ key }) => wanted.has(key));
    if (erased.length !== wanted.size) throw new AppError('NOT_FOUND', 'A text has changed since the search. Search again.');
    const stays = erased.map(({ place }) => place.stays).find((why) => why !== null);
    if (stays !== undefined) throw new AppError('NOT_NOW', stays);
    return erased;
  }
}

function mentionOf({ place, text, key, isSure }: Found, marks: PersonMarks): Mention {
  const erased = marks.without(text.text);
  // Both texts are the same up to the first mark.
  const start = text.text.length <= SHOWN ? 0 : Math.max(0, marks.placeIn(text.text) - SHOWN_BEFORE);
  const cut = (whole: string) => `${start > 0 ? '…' : ''}${whole.slice(start, start + SHOWN)}${start + SHOWN < whole.length ? '…' : ''}`;
  return { key, where: whereOf(place, text), before: cut(text.text), after: cut(erased), isSure, stays: place.stays };
}

const whereOf = ({ project }: TextPlace, { what }: PlacedText): string => (project === null ? what : `${what} (“${project.name}”)`);
