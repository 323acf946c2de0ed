/** Rows below the headings that are about the columns, not about a person. */
import { expect, it } from 'vitest';
import { isInstruction, isRemark } from '../../../../shared/mapping/remark-rows.ts';

it.each([
  [['required', 'required', 'optional', '5 digits']],
  [['e.g. Jane', 'e.g. Doe', 'jane@example.com', '12345']],
  [['Example: Jane', 'for example Doe', '1 Elm St', 'Lowell', '01852']],
  [['Constituent ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP', 'Segment']],
  [['CONS_ID', 'FNAME', 'LNAME', 'ADDR1', 'CITY', 'ST', 'ZIP5']],
  [['{"ImportId":"startDate","timeZone":"America/New_York"}', '{"ImportId":"QID1_1"}']],
])('%j says what belongs in each column', (cells) => {
  expect(isInstruction(cells)).toBe(true);
});

it.each([
  [['e.g. Jane']],
  [['Rosalind', 'Quayle', 'e.g. at her office', '01609']],
  [['Egon', 'Exner', 'Exeter', '03833']],
  [['Eg', 'Ex', 'Exeter', '03833']],
  [['Grant', 'Church', 'Street', 'Temple']],
  [['Will', 'School', 'State College', 'PA']],
  [['Dean', 'Young', 'May']],
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
  [['B']],
  [['- B -']],
  [['Jan 31, 2024', '1', '8:15:30 AM']],
  [['2024-01-31', '12', '08:15:30']],
  [['Wednesday, January 31, 2024 08:15 AM GMT-05:00']],
  [['1/31/2024 8:15 AM']],
  [['Solicitor: Ida Quayle']],
  [['State: NH (2 records)']],
  [['Fund Name: Annual Fund']],
  [['Mailing State/Province: MA']],
])('%j is not a person', (cells) => {
  expect(isRemark(cells)).toBe(true);
});

it.each([
  [['Ng']],
  [['O', 'Lowell']],
  [['1/31/2024', '12']],
  [['Rosalind', '8:15 AM']],
  [['May 8:15', 'Quayle']],
  [['77', 'Count']],
  [['Count']],
  [['Attn: Ida Quayle']],
  [['Estate of: Ida Quayle']],
  [['State:NH', 'Quayle']],
  [['Team: Quayle', 'Ida']],
  [['City Harvest']],
  [['Sum', 'Rosalind', '12']],
  [['Count', '01609', 'MA']],
])('%j can be one', (cells) => {
  expect(isRemark(cells)).toBe(false);
});
