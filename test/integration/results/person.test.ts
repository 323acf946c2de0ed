/** The record on a person's page: the values as sent, and the values before a correction. */
import { expect, it } from 'vitest';
import { TestDesk } from '../../kit/test-desk.ts';

it('a person has the values as sent, and the value before each correction', async () => {
  const desk = await TestDesk.start();
  try {
    const id = await desk.importList([
      'First Name,Last Name,Address,City,State,ZIP,Email',
      'Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,1609,rosalind@example.org',
    ]);
    await desk.call('check.editCells', {
      id,
      cells: [
        { row: 2, field: 'city', value: 'Boston' },
        { row: 2, field: 'personalEmail', value: '' },
        { row: 2, field: 'postalCode', value: '01609' },
      ],
    });
    await desk.send(id);
    const { record } = await desk.call('results.person', { id, row: 2 });
    const of = (wanted: string) => record.find(({ field }) => field === wanted);
    expect(of('city')).toEqual({ field: 'city', value: 'Boston', was: 'Worcester' });
    expect(of('personalEmail')).toEqual({ field: 'personalEmail', value: '', was: 'rosalind@example.org' });
    expect(of('postalCode')).toEqual({ field: 'postalCode', value: '01609', was: '1609' });
    expect(of('street')).toMatchObject({ was: null });
    // The application generated the ID, which is not a correction.
    expect(of('constituentId')).toMatchObject({ was: null });
  } finally {
    await desk.close();
  }
});
