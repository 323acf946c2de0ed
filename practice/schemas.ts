/** Schemas of requests and answers (sections 2 and 4; open parts are assumed). The API description and the tests derive from them. */
import * as z from 'zod';
import { FIELDS, type FieldKey, MAX_RECORDS, MAX_TEXT_LENGTH } from '../shared/fields/index.ts';
import { ScoreConfiguration } from './configuration.ts';
import { FaultRule } from './faults.ts';

const text = z.string().max(MAX_TEXT_LENGTH);
const FIELD_SCHEMAS = {
  text,
  email: text.meta({ format: 'email' }),
  date: text.meta({ format: 'date' }),
  amount: z.number().min(0),
  count: z.int().min(0),
} as const;

const recordShape = Object.fromEntries(
  FIELDS.map(({ key, type, label }) => [key, FIELD_SCHEMAS[type].optional().describe(label)]),
) as Record<FieldKey, z.ZodOptional<z.ZodString | z.ZodNumber>>;

const time = z.iso.datetime();
const rating = z.number().min(1).max(4);
const rfm = z.number().min(0).max(4);
const wholeNumber = z.int().min(0);

/** Section 2.1. */
export const ConstituentRecord = z
  .strictObject(recordShape)
  .describe('all fields are optional to send; primaryLast, and primaryFirst or street, are needed to be accepted');

/** Section 4, #3. */
export const ProjectCreation = z.strictObject({
  name: z.string().trim().min(1).max(MAX_TEXT_LENGTH),
  scoreConfiguration: ScoreConfiguration.optional(),
});

/** Section 4, #4. */
export const ListAddition = z.looseObject({ scoreProfiles: z.array(ConstituentRecord).min(1).max(MAX_RECORDS) });

/** Section 2.2. */
export const Project = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['created', 'processing', 'processed']),
  totalRows: wholeNumber,
  validRows: wholeNumber,
  createdAt: time,
});

/** Section 2.4. */
export const Score = z.strictObject({
  overallScore: rating,
  dateScored: time,
  scoreDetails: z.strictObject({
    propensityRating: rating,
    primaryAffinityRating: rating,
    secondaryAffinityRating: rating.nullable(),
    affinityRating: rating,
    capacityRating: rating,
    capacityValue: wholeNumber.describe('USD over five years'),
    capacityRange: z.string(),
    capacitySource: z.enum(['property', 'income', 'giving', 'none']),
    confidenceOfMatch: z.number().min(0).max(100),
  }),
  rfmDetails: z.strictObject({
    rfmScore: rfm.describe('0: no giving data'),
    recencyScore: rfm,
    frequencyScore: rfm,
    monetaryScore: rfm,
    recencyDate: z.iso.date().nullable(),
    frequencyCount: wholeNumber.nullable(),
    monetaryValue: z.number().min(0).nullable(),
  }),
  plannedGivingDetails: z.strictObject({
    bequest: z.boolean(),
    annuity: z.boolean(),
    trust: z.boolean(),
    score: z.int().min(0).max(100),
    segment: z.enum(['trust', 'annuity', 'bequest']).nullable(),
  }),
  analytics: z.strictObject({
    propertiesCount: wholeNumber,
    propertiesValue: wholeNumber,
    donationsCount: wholeNumber,
    donationsValue: wholeNumber,
    estimatedNetWorth: wholeNumber,
  }),
  multiLensScores: z.array(z.strictObject({ lens: z.string(), description: z.string(), affinityRating: rating, overallScore: rating })),
});

/** Section 2.4: the record as sent, and its scores. */
export const Profile = z.strictObject({
  id: z.string(),
  ...recordShape,
  profileUrl: z.url(),
  mostRecentScore: Score.nullable(),
  pendingScore: Score.nullable(),
});

/** Section 4, #2. */
export const ProfilePage = z.strictObject({
  items: z.array(Profile),
  page: z.int().min(1),
  itemsPerPage: z.int().min(1).max(100),
  total: wholeNumber,
});

export const ProfileList = z.strictObject({ total: wholeNumber, items: z.array(Profile) });
export const ProjectList = z.strictObject({ total: wholeNumber, items: z.array(Project) });

/** Section 4, #13. */
export const ScoreList = z.strictObject({
  total: wholeNumber,
  items: z.array(z.strictObject({ id: z.string().describe('of the profile'), constituentId: z.string().optional(), score: Score })),
});

/** Section 4, #8. */
export const RowErrors = z.array(
  z.strictObject({
    row: z.int().min(1).describe('from 1 over the list'),
    constituentId: z.string().nullable(),
    errors: z
      .array(
        z.strictObject({
          field: z.string(),
          code: z.string(),
          message: z.string(),
          value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        }),
      )
      .min(1),
  }),
);

export const Credits = z.strictObject({ remaining: z.int(), organization: z.string() });

/** Section 4, #11 and #12. */
export const ScoreRequest = z.strictObject({ id: z.uuid(), status: z.enum(['processed']), score: Score });

export const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  }),
});

const activeFault = z.strictObject({ id: z.string(), rule: FaultRule, seen: wholeNumber, hit: wholeNumber });

export const FaultRules = z.union([FaultRule, z.array(FaultRule).min(1)]);
export const ActiveFaults = z.strictObject({ faults: z.array(activeFault) });
export const ClearedFaults = z.strictObject({ cleared: wholeNumber });

/** Settings that can change while the service runs; omitted ones stay the same. */
export const SettingsChange = z
  .strictObject({
    dialect: z.string().describe('a named set, or switches separated by commas'),
    credits: z.int().min(0).describe('the balance from now on'),
    secondsPerThousandRows: z.number().min(0).max(86_400),
    token: z.string().min(1).describe('the bearer token from now on; the previous one is refused'),
    organization: text.min(1).describe('the organization that the credits answer names from now on'),
  })
  .partial();

export const Settings = z.strictObject({ dialect: z.string(), credits: z.int(), secondsPerThousandRows: z.number() });

export const LedgerReport = z.strictObject({
  credits: z.strictObject({ granted: z.int(), charged: wholeNumber, remaining: z.int() }),
  singles: z.strictObject({ profiles: wholeNumber, scoreRequests: wholeNumber, creditsCharged: wholeNumber }),
  projects: z.array(
    z.strictObject({
      id: z.string(),
      number: wholeNumber.describe('its id in a dialect whose ids are numbers'),
      name: z.string(),
      status: z.string().describe('created, processing or processed, whatever the dialect'),
      addCalls: wholeNumber.describe('calls to add that arrived, refused and broken ones included'),
      listsReceived: wholeNumber.describe('of these, lists that arrived complete and well-formed'),
      listsStored: wholeNumber.describe('0 or 1'),
      rowsStored: wholeNumber,
      validRows: wholeNumber,
      processCalls: wholeNumber.describe('calls to process that arrived, refused and broken ones included'),
      processActs: wholeNumber.describe('of these, calls that locked the project and charged'),
      creditsCharged: wholeNumber,
    }),
  ),
});

export const Health = z.strictObject({
  ok: z.literal(true),
  uptimeSeconds: z.number(),
  cpuSeconds: z.number().describe('of the whole process, user and system'),
  rssBytes: wholeNumber,
  peakRssBytes: wholeNumber.describe('of the whole process'),
});
