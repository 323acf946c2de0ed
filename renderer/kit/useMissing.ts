import { type SyntheticEvent, useEffect, useState } from 'react';

/** For each field of a form, the sentence that says what the user must enter, or false when nothing is missing there. */
export type MissingTexts<Field extends string> = Readonly<Partial<Record<Field, string | false>>>;

export interface MissingInForm<Field extends string = string> {
  /** True when nothing is missing. */
  readonly isComplete: boolean;
  /** The sentence to show at a field: undefined unless it was missing when the user submitted the form. */
  readonly at: (field: Field) => string | undefined;
  /**
   * Handles the submission of the form, or the click on a button in it: calls `run` when nothing is missing. Otherwise shows what is missing,
   * and focuses the first such field.
   */
  readonly submits: (run: () => void) => (event: SyntheticEvent<HTMLElement>) => void;
}

/** The fields that were missing when the user submitted the form. */
interface Asked {
  readonly fields: readonly string[];
  /** Null when nothing was missing. */
  readonly form: HTMLFormElement | null;
}

/** The first field that is marked as wrong, or the first choice in a group that is. */
function firstWrong(form: HTMLFormElement | null): HTMLElement | null {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  return wrong?.querySelector<HTMLElement>('input:enabled') ?? wrong;
}

/**
 * What a form misses. A button that does nothing would not say why, so submitting an incomplete form shows a sentence at each field.
 * A field or group that shows its sentence must have `aria-invalid`; text fields with an `error` have it.
 */
export function useMissing<Field extends string>(texts: MissingTexts<Field>): MissingInForm<Field> {
  // A field that appears only after the submission is not wrong yet.
  const [asked, setAsked] = useState<Asked>({ fields: [], form: null });
  // The field is marked before it is focused, so that a screen reader reads the sentence with it.
  useEffect(() => {
    firstWrong(asked.form)?.focus();
  }, [asked]);
  const missing = Object.entries(texts).flatMap(([field, text]) => (typeof text === 'string' ? field : []));
  const isComplete = missing.length === 0;
  return {
    isComplete,
    at: (field) => (asked.fields.includes(field) ? texts[field] || undefined : undefined),
    submits: (run) => (event) => {
      event.preventDefault();
      setAsked({ fields: missing, form: isComplete ? null : event.currentTarget.closest('form') });
      if (isComplete) run();
    },
  };
}
