/** Rows below the headings that are about the columns, not about a person. */
import { expect, it } from 'vitest';
import { isInstruction, isRemark } from '../../../../shared/mapping/remark-rows.ts';

it.each([
  [['required', 'required', 'optional', '5 digits']],
  [['e.g. Jane', 'e.g. Doe', 'jane@example.com', '12345']],
  [['Example: Jane', 'for example Doe', '1 Elm St', 'Lowell', '01852']],
])('%j says what belongs in each column', (cells) => {
  expect(isInstruction(cells)).toBe(true);
});

it.each([
  [['e.g. Jane']],
  [['Rosalind', 'Quayle', 'e.g. at her office', '01609']],
  [['Egon', 'Exner', 'Exeter', '03833']],
  [['Eg', 'Ex', 'Exeter', '03833']],
])('%j is a person', (cells) => {
  expect(isInstruction(cells)).toBe(false);
});

it.each([
  [['Donors of the fall', 'Page 2 of 7']],
  [['Count', '2']],
  [['Subtotal', 'Sum', '$1,550.00']],
  [['Total', 'Sum', '$1,560.00', 'Count', '3']],
  [['--- Table 2 ---']],
  [['*** New donors ***']],
  [['Table 4']],
])('%j is not a person', (cells) => {
  expect(isRemark(cells)).toBe(true);
});

it.each([[['77', 'Count']], [['Count']], [['Sum', 'Rosalind', '12']], [['Count', '01609', 'MA']]])('%j can be one', (cells) => {
  expect(isRemark(cells)).toBe(false);
});
