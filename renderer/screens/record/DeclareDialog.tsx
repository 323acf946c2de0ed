import { useState } from 'react';
import type { RecordView } from '../../../shared/contract/index.ts';
import { EMPTY_DECLARATION, RECORD_FIELDS, type RecordField } from '../../../shared/record/index.ts';
import { useCommand } from '../../api/index.ts';
import { DeclarationFields } from '../../components/index.ts';
import { FormDialog, useMissing } from '../../kit/index.ts';

interface DeclareDialogProps {
  readonly record: RecordView;
  readonly onClose: () => void;
}

/** Completes the declarations by adding an entry to the chain that refers to this screening. */
export function DeclareDialog({ record, onClose }: DeclareDialogProps) {
  const before = record.declared ?? EMPTY_DECLARATION;
  const [texts, setTexts] = useState<Readonly<Record<RecordField, string>>>({
    purpose: before.purpose,
    lawfulBasis: before.lawfulBasis ?? '',
    assessment: before.assessment ?? '',
    noticeDate: before.noticeDate ?? '',
  });
  const save = useCommand('projects.change', onClose);
  const bindingOf = (field: RecordField) => ({ value: texts[field], onType: (text: string) => setTexts({ ...texts, [field]: text }) });
  const isChanged = RECORD_FIELDS.some((field) => texts[field] !== (before[field] ?? ''));
  const missing = useMissing({ change: !isChanged && 'Change at least one field.' });
  return (
    <FormDialog
      title="Complete the record"
      submit="Add an entry"
      missing={missing}
      command={save}
      onSubmit={() => save.mutate({ id: record.id, ...texts })}
      onClose={onClose}
    >
      <p className="second">The entry that was written with the list does not change.</p>
      <DeclarationFields
        bindings={{
          purpose: bindingOf('purpose'),
          lawfulBasis: bindingOf('lawfulBasis'),
          assessment: bindingOf('assessment'),
          noticeDate: bindingOf('noticeDate'),
        }}
        required={record.missing}
        errors={{ [record.missing[0] ?? RECORD_FIELDS[0]]: missing.at('change') }}
        fields={RECORD_FIELDS}
      />
    </FormDialog>
  );
}
