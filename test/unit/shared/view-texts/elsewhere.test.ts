import { expect, it } from 'vitest';
import { elsewhereText } from '../../../../shared/view-texts/elsewhere.ts';

const gala = { name: 'Gala', status: 'processed', totalRows: 412, createdAt: 0 };

it('names the rows, the day and the status of a project on the service', () => {
  expect(elsewhereText(gala, () => 'November 3, 2026')).toBe('“Gala” (412 rows, November 3, 2026, status “processed”)');
});

it('says which of them the service does not report', () => {
  expect(elsewhereText({ ...gala, totalRows: 1, createdAt: null, status: null })).toBe('“Gala” (1 row, no date, no status)');
});
