/**
 * The ways in which a real service may differ where the interface is open. Each switch changes one thing, and named sets combine them. The
 * interface fixes only the status `processed` (section 2.2), so every dialect keeps it, in any letter case.
 */

/** Everything that may differ, with its possible values; the default comes first. */
export interface Dialect {
  /** Project IDs are UUIDs or numbers. */
  readonly ids: 'uuid' | 'number';
  readonly idName: 'id' | 'projectId' | '_id';
  /** The object around a single project in an answer. */
  readonly wrapper: 'none' | 'project' | 'data' | 'result';
  /** The object around a list. `assumed`: a bare array for row errors, `items` for the rest. `map`: entries by ID, without it. */
  readonly envelope:
    | 'assumed'
    | 'array'
    | 'data'
    | 'results'
    | 'records'
    | 'content'
    | 'rows'
    | 'named'
    | 'named-items'
    | 'named-data'
    | 'map'
    | 'embedded'
    | 'ndjson'
    | 'csv';
  /** The number of a list's first row: 1, 0, or 2 as in a sheet with headings in row 1. */
  readonly rowBase: 'one' | 'zero' | 'sheet';
  readonly rowErrors: 'grouped' | 'messages' | 'flat' | 'map' | 'map-messages';
  readonly rowName: 'row' | 'rowNumber' | 'line' | 'lineNumber' | 'index';
  readonly messageName: 'message' | 'error' | 'errorMessage' | 'detail' | 'description';
  readonly statusWords: 'plain' | 'upper' | 'german' | 'numeric' | 'padded';
  readonly statusShown: 'always' | 'once-started' | 'once-processed';
  readonly counts: 'number' | 'text';
  readonly countsShown: 'always' | 'not-in-list' | 'once-processed' | 'null-until-processed' | 'never';
  readonly credits: 'object' | 'number' | 'nested' | 'text' | 'plain-text';
  readonly creditsName:
    | 'remaining'
    | 'remainingCredits'
    | 'credits'
    | 'balance'
    | 'available'
    | 'creditBalance'
    | 'creditsRemaining'
    | 'remaining_credits'
    | 'available-credits';
  /** How much of the record a profile echoes: all, constituentId only, row number only, or nothing to match by. */
  readonly echo: 'all' | 'id' | 'row' | 'none';
  readonly echoedId: 'as-sent' | 'number' | 'padded' | 'normalized';
  /** A profile's row number counts rows of the list, or profiles of the answer, which omits invalid rows. */
  readonly rowCounts: 'list' | 'answer';
  readonly profileId: 'id' | 'profileId' | '_id' | 'nested' | 'none';
  readonly order: 'list' | 'shuffled';
  /** Returns every score of a profile as pending. */
  readonly pendingScores: boolean;
  /** Adds unknown nested fields to every object. */
  readonly extras: boolean;
  readonly success: 'usual' | 'ok' | 'no-content' | 'accepted';
  readonly errors: 'nested' | 'problem' | 'message' | 'error' | 'list' | 'text' | 'html';
  readonly firstPage: 'one' | 'zero';
  /** Pages are requested by number or by a cursor. With cursors, a request by number returns the first page. */
  readonly pageBy: 'number' | 'cursor';
  /** How a page shows whether another one follows. `header`: only in a Link header. `links`: an address in a nested object. */
  readonly pageEnd: 'total' | 'none' | 'last' | 'next' | 'cursor' | 'header' | 'links';
  /** Puts a page's paging fields before or after its entries. */
  readonly pageFields: 'first' | 'last';
  /** Always returns the first page. */
  readonly pagingIgnored: boolean;
  /** Returns projects in pages, as #2 returns profiles. */
  readonly pagedProjects: boolean;
  /** Returns a project's profiles and row errors in pages too. */
  readonly pagedResults: boolean;
  /** When a project contains its name: always, only in the list of all projects, or never. */
  readonly projectNames: 'always' | 'in-list' | 'never';
  /** The headings of a list in CSV: the names of the fields, or titles as people write them. */
  readonly csvHeadings: 'fields' | 'titles';
  /** Compresses answers when the caller accepts gzip. */
  readonly gzip: boolean;
  /** Omits endpoint #7, so that only the deprecated #13 remains. */
  readonly withoutProfiles: boolean;
  /** Omits GET profile/:id, so that only the list remains. */
  readonly withoutProfileById: boolean;
}

export const DEFAULT_DIALECT: Dialect = {
  ids: 'uuid',
  idName: 'id',
  wrapper: 'none',
  envelope: 'assumed',
  rowBase: 'one',
  rowErrors: 'grouped',
  rowName: 'row',
  messageName: 'message',
  statusWords: 'plain',
  statusShown: 'always',
  counts: 'number',
  countsShown: 'always',
  credits: 'object',
  creditsName: 'remaining',
  echo: 'all',
  echoedId: 'as-sent',
  rowCounts: 'list',
  profileId: 'id',
  order: 'list',
  pendingScores: false,
  extras: false,
  success: 'usual',
  errors: 'nested',
  firstPage: 'one',
  pageBy: 'number',
  pageEnd: 'total',
  pageFields: 'first',
  pagingIgnored: false,
  pagedProjects: false,
  pagedResults: false,
  projectNames: 'always',
  csvHeadings: 'fields',
  gzip: false,
  withoutProfiles: false,
  withoutProfileById: false,
};

/** Each switch's changes to the default. */
export const DIALECT_SWITCHES = {
  'numeric-ids': { ids: 'number' },
  'id-as-projectId': { idName: 'projectId' },
  'id-as-_id': { idName: '_id' },
  'id-in-project': { wrapper: 'project' },
  'id-in-data': { wrapper: 'data' },
  'id-in-result': { wrapper: 'result' },
  'bare-arrays': { envelope: 'array' },
  'data-envelope': { envelope: 'data' },
  'results-envelope': { envelope: 'results' },
  'records-envelope': { envelope: 'records' },
  'content-envelope': { envelope: 'content' },
  'rows-envelope': { envelope: 'rows' },
  'named-envelope': { envelope: 'named' },
  'items-in-named-envelope': { envelope: 'named-items' },
  'data-in-named-envelope': { envelope: 'named-data' },
  'map-envelope': { envelope: 'map' },
  'embedded-envelope': { envelope: 'embedded' },
  ndjson: { envelope: 'ndjson' },
  'csv-answers': { envelope: 'csv' },
  'row-one': { rowBase: 'one' },
  'row-zero': { rowBase: 'zero' },
  'row-sheet': { rowBase: 'sheet' },
  'grouped-errors': { rowErrors: 'grouped' },
  'grouped-messages': { rowErrors: 'messages' },
  'flat-errors': { rowErrors: 'flat' },
  'error-map': { rowErrors: 'map' },
  'error-map-messages': { rowErrors: 'map-messages' },
  'row-as-rowNumber': { rowName: 'rowNumber' },
  'row-as-line': { rowName: 'line' },
  'row-as-lineNumber': { rowName: 'lineNumber' },
  'row-as-index': { rowName: 'index' },
  'message-as-error': { messageName: 'error' },
  'message-as-errorMessage': { messageName: 'errorMessage' },
  'message-as-detail': { messageName: 'detail' },
  'message-as-description': { messageName: 'description' },
  'upper-status': { statusWords: 'upper' },
  'german-status': { statusWords: 'german' },
  'numeric-status': { statusWords: 'numeric' },
  'padded-status': { statusWords: 'padded' },
  'no-status-before-started': { statusShown: 'once-started' },
  'no-status-before-processed': { statusShown: 'once-processed' },
  'counts-as-text': { counts: 'text' },
  'counts-not-in-list': { countsShown: 'not-in-list' },
  'counts-missing': { countsShown: 'once-processed' },
  'counts-null': { countsShown: 'null-until-processed' },
  'counts-never': { countsShown: 'never' },
  'credits-number': { credits: 'number' },
  'credits-nested': { credits: 'nested' },
  'credits-text': { credits: 'text' },
  'credits-plain-text': { credits: 'plain-text' },
  'credits-as-remainingCredits': { creditsName: 'remainingCredits' },
  'credits-as-credits': { creditsName: 'credits' },
  'credits-as-balance': { creditsName: 'balance' },
  'credits-as-available': { creditsName: 'available' },
  'credits-as-creditBalance': { creditsName: 'creditBalance' },
  'credits-as-creditsRemaining': { creditsName: 'creditsRemaining' },
  'credits-as-remaining_credits': { creditsName: 'remaining_credits' },
  'credits-as-available-credits': { creditsName: 'available-credits' },
  'id-only-echo': { echo: 'id' },
  'row-only-echo': { echo: 'row' },
  'no-echo': { echo: 'none' },
  'numeric-echo': { echoedId: 'number' },
  'padded-echo': { echoedId: 'padded' },
  'normalized-echo': { echoedId: 'normalized' },
  'row-of-answer': { echo: 'row', rowCounts: 'answer' },
  'profile-id-as-profileId': { profileId: 'profileId' },
  'profile-id-as-_id': { profileId: '_id' },
  'profile-id-nested': { profileId: 'nested' },
  'no-profile-id': { profileId: 'none' },
  shuffled: { order: 'shuffled' },
  'pending-scores': { pendingScores: true },
  'extra-fields': { extras: true },
  'ok-200': { success: 'ok' },
  'no-content-204': { success: 'no-content' },
  'accepted-202': { success: 'accepted' },
  'problem-json': { errors: 'problem' },
  'message-errors': { errors: 'message' },
  'error-text': { errors: 'error' },
  'error-list': { errors: 'list' },
  'text-errors': { errors: 'text' },
  'html-errors': { errors: 'html' },
  'pages-from-zero': { firstPage: 'zero' },
  'pages-without-total': { pageEnd: 'none' },
  'pages-with-last': { pageEnd: 'last' },
  'pages-with-next': { pageEnd: 'next' },
  'pages-by-cursor': { pageBy: 'cursor', pageEnd: 'cursor' },
  'pages-by-address': { pageBy: 'cursor', pageEnd: 'next' },
  'pages-by-nested-address': { pageBy: 'cursor', pageEnd: 'links' },
  'pages-by-link-header': { pageBy: 'cursor', pageEnd: 'header' },
  'page-fields-last': { pageFields: 'last' },
  'paging-ignored': { pagingIgnored: true },
  'paged-projects': { pagedProjects: true },
  'paged-results': { pagedResults: true },
  'names-in-list': { projectNames: 'in-list' },
  'no-project-names': { projectNames: 'never' },
  'csv-titles': { csvHeadings: 'titles' },
  'gzip-answers': { gzip: true },
  'no-project-profiles': { withoutProfiles: true },
  'no-profile-by-id': { withoutProfileById: true },
} as const satisfies Record<string, Partial<Dialect>>;

export type DialectSwitch = keyof typeof DIALECT_SWITCHES;

/** Sets that imitate a kind of service, so that tests also meet switches in combination. */
export const DIALECT_SETS = {
  default: [],
  german: [
    'german-status',
    'row-sheet',
    'flat-errors',
    'row-as-lineNumber',
    'counts-as-text',
    'problem-json',
    'data-envelope',
    'credits-text',
  ],
  legacy: [
    'numeric-ids',
    'ok-200',
    'upper-status',
    'counts-as-text',
    'bare-arrays',
    'flat-errors',
    'row-zero',
    'text-errors',
    'credits-number',
  ],
  gateway: [
    'id-in-data',
    'data-envelope',
    'extra-fields',
    'problem-json',
    'no-content-204',
    'credits-nested',
    'gzip-answers',
    'pages-with-next',
  ],
  spring: [
    'id-as-projectId',
    'embedded-envelope',
    'accepted-202',
    'message-errors',
    'pages-from-zero',
    'pages-with-last',
    'paged-projects',
    'paged-results',
    'numeric-status',
    'counts-null',
  ],
  document: ['id-as-_id', 'profile-id-as-_id', 'results-envelope', 'error-list', 'error-map', 'credits-as-balance', 'padded-status'],
  pipeline: ['ndjson', 'row-only-echo', 'row-zero', 'no-profile-id', 'no-status-before-processed', 'counts-missing', 'error-text'],
  spreadsheet: ['csv-answers', 'row-sheet', 'id-only-echo', 'numeric-echo', 'html-errors', 'credits-plain-text'],
  deprecated: ['no-project-profiles', 'no-profile-by-id', 'named-envelope', 'grouped-messages', 'paging-ignored'],
  silent: [
    'no-status-before-processed',
    'counts-never',
    'no-content-204',
    'id-only-echo',
    'shuffled',
    'pages-without-total',
    'names-in-list',
  ],
  cursors: [
    'counts-not-in-list',
    'pages-by-cursor',
    'paged-projects',
    'paged-results',
    'items-in-named-envelope',
    'pending-scores',
    'credits-as-remaining_credits',
  ],
  maps: ['map-envelope', 'pages-by-link-header', 'paged-projects', 'paged-results', 'credits-as-available-credits', 'credits-nested'],
  blind: ['no-echo', 'shuffled', 'no-profile-id', 'extra-fields', 'error-map-messages'],
} as const satisfies Record<string, readonly DialectSwitch[]>;

export type DialectSet = keyof typeof DIALECT_SETS;

export const DIALECT_SWITCH_NAMES = Object.keys(DIALECT_SWITCHES) as DialectSwitch[];

export const DIALECT_SET_NAMES = Object.keys(DIALECT_SETS) as DialectSet[];

const isSwitch = (name: string): name is DialectSwitch => Object.hasOwn(DIALECT_SWITCHES, name);
const isSet = (name: string): name is DialectSet => Object.hasOwn(DIALECT_SETS, name);

/**
 * The dialect for a set, a switch, or a comma-separated list of both, where later ones override earlier ones.
 * @throws RangeError for an unknown name, so that a typo does not select the default
 */
export function dialectOf(names: string): Dialect {
  let dialect = DEFAULT_DIALECT;
  for (const name of names.split(',').map((part) => part.trim())) {
    if (isSet(name)) for (const single of DIALECT_SETS[name]) dialect = { ...dialect, ...DIALECT_SWITCHES[single] };
    else if (isSwitch(name)) dialect = { ...dialect, ...DIALECT_SWITCHES[name] };
    else throw new RangeError(`There is no dialect "${name}".`);
  }
  return dialect;
}
