import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportView } from '../../../../shared/contract/index.ts';
import { giftListText } from '../../../../shared/view-texts/index.ts';
import { SPREADSHEETS, useFileImport } from '../../../components/index.ts';
import { FileChoice } from '../../../kit/index.ts';

/** Warns that a list of gifts was imported as a list of people, and asks for the list of people. */
export function GiftListCard({ giftList }: { readonly giftList: NonNullable<ImportView['notices']['giftList']> }) {
  const { importAsList } = useFileImport();
  return (
    <section className="card gifts-card gifts-hint gifts-instead" aria-label="A gift list">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>{giftListText(giftList)}</span>
      <FileChoice onChoose={(people) => importAsList(people)} accept={SPREADSHEETS} label="List of your people">
        {(props) => (
          <Button {...props} variant="default" size="xs">
            Choose the list of your people…
          </Button>
        )}
      </FileChoice>
    </section>
  );
}
