/** A gift file fills the giving fields of a list: dropped, compared, used, removed, and sent. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';
import { startsPracticeService } from './practice-service.ts';

const LIST = [
  'ID,First Name,Last Name,Street,City,State,ZIP,Total Giving',
  'P1,Ada,Ashdown,5 Quarry Rd,Nashua,NH,03060,100',
  'P2,Bea,Brook,6 Quarry Rd,Nashua,NH,03060,',
  'P3,Cal,Corey,7 Quarry Rd,Nashua,NH,03060,7',
];
const GIFTS = [
  'CnBio_ID,Gf_Date,Gf_Amount,Gf_Type',
  'P1,03/04/2021,"$1,000.50",Cash',
  'P1,03/14/2022,$20.00,Cash',
  'P1,03/04/2023,$5000.00,Pledge',
  'P2,01/02/2020,$30.00,Check',
  'P2,01/03/2020,-$4.00,Check',
  'Z9,01/02/2020,$40.00,Check',
  'P3,someday,$40.00,Check',
];

PLACEHOLDER
