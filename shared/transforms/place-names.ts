/** Names of cities and towns, for addresses without a separator between street and city. */
import { createCache } from '../base/index.ts';
import { foldAccents } from './accents.ts';
import { PLACES } from './place-table.ts';

/** The states in the order of the table. Each is written as the character of `STATE_SIGNS` at the same position. */
const STATES = 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR'.split(' '); // prettier-ignore
const STATE_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%&()*+,-./:;<=';

/** Abbreviations of words in names of places. */
const SHORT: Readonly<Record<string, string>> = {
  saint: 'st', sainte: 'st', ste: 'st', fort: 'ft', mount: 'mt', mountain: 'mtn', mountains: 'mtn', north: 'n', south: 's', east: 'e', west: 'w',
  heights: 'hts', hill: 'hl', hills: 'hl', hls: 'hl', park: 'pk', beach: 'bch', bh: 'bch', point: 'pt', wood: 'wd', woods: 'wd', wds: 'wd', village: 'vlg',
  spring: 'spg', springs: 'spg', spgs: 'spg', valley: 'vy', vly: 'vy', branch: 'br', lake: 'lk', lakes: 'lk', lks: 'lk', city: 'cty', town: 'twn',
  township: 'twp', tw: 'twp', junction: 'jct', center: 'ctr', centre: 'ctr', creek: 'crk', falls: 'fls', island: 'is', grove: 'grv', harbor: 'hbr',
  harbour: 'hbr', river: 'rvr', bridge: 'brg', garden: 'gdn', gardens: 'gdn', gdns: 'gdn', station: 'sta', estates: 'est', del: 'dl',
}; // prettier-ignore

/** Equal names have equal keys: Saint Paul and ST. PAUL, Huntington Woods and Huntington Wds. */
export function placeKey(name: string): string {
  return (/^[ -~]*$/.test(name) ? name : foldAccents(name))
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (Object.hasOwn(SHORT, word) ? SHORT[word]! : word))
    .join(' ');
}

/**
 * Packs names without repeating common beginnings. Each entry has the number of characters shared with the previous name (as a letter from
 * `a`), the other characters, and the signs of the states.
 */
export function packPlaces(places: ReadonlyMap<string, ReadonlySet<string>>): string {
  let packed = '';
  let before = '';
  for (const name of [...places.keys()].toSorted()) {
    let shared = 0;
    while (shared < 25 && shared < before.length && before[shared] === name[shared]) shared++;
    const states = [...places.get(name)!].map((state) => STATES.indexOf(state)).filter((at) => at >= 0).toSorted((a, b) => a - b); // prettier-ignore
    if (states.length === 0) continue;
    packed += String.fromCharCode(97 + shared) + name.slice(shared) + states.map((at) => STATE_SIGNS[at]).join('');
    before = name;
  }
  return packed;
}

const unpackPlaces = (packed: string): ReadonlyMap<string, string> => {
  const places = new Map<string, string>();
  let name = '';
  for (const [, shared, rest, states] of packed.matchAll(/([a-z])([a-z ]*)([^a-z ]+)/g)) {
    name = name.slice(0, shared!.charCodeAt(0) - 97) + rest!;
    places.set(name, states!);
  }
  return places;
};

/** Unpacked when an address needs it for the first time. */
let unpacked: ReadonlyMap<string, string> | null = null;

/**
 * Cities that are missing from the census, because they are parts of another city or outside the US. The state is empty for cities abroad.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  NY: ['Brooklyn', 'Bronx', 'Manhattan', 'Queens', 'Staten Island', 'Astoria', 'Flushing', 'Jamaica', 'Long Island City', 'Forest Hills', 'NYC'],
  CA: ['Hollywood', 'North Hollywood', 'Van Nuys', 'Sherman Oaks', 'Encino', 'Tarzana', 'Woodland Hills', 'Venice', 'La Jolla', 'Pacific Palisades', 'Reseda'],
  '': 'Toronto,Montreal,Vancouver,Calgary,Edmonton,Ottawa,Winnipeg,Quebec,Hamilton,Kitchener,London,Victoria,Halifax,Oshawa,Windsor,Saskatoon,Regina,Sherbrooke,Barrie,Kelowna,Abbotsford,Kingston,Sudbury,Saguenay,Guelph,Moncton,Brantford,Saint John,Peterborough,Thunder Bay,Lethbridge,Nanaimo,Kamloops,Fredericton,Charlottetown,Mississauga,Brampton,Surrey,Laval,Markham,Vaughan,Gatineau,Longueuil,Burnaby,Richmond,Burlington,Oakville,Red Deer,Medicine Hat,Whitehorse,Yellowknife,Birmingham,Manchester,Liverpool,Leeds,Sheffield,Bristol,Glasgow,Edinburgh,Cardiff,Belfast,Leicester,Coventry,Nottingham,Newcastle upon Tyne,Sunderland,Brighton,Hull,Plymouth,Stoke-on-Trent,Wolverhampton,Derby,Swansea,Southampton,Portsmouth,Aberdeen,Dundee,York,Oxford,Cambridge,Norwich,Exeter,Bath,Reading,Swindon,Luton,Northampton,Ipswich,Gloucester,Cheltenham,Bournemouth,Poole,Middlesbrough,Blackpool,Bolton,Stockport,Preston,Huddersfield,Bradford,Rotherham,Doncaster,Chester,Warrington,Wigan,Salford,Slough,Watford,Guildford,Croydon,Bromley,Harrow,Romford,Ilford,Colchester,Chelmsford,Southend-on-Sea,Canterbury,Maidstone,Tunbridge Wells,Eastbourne,Hastings,Worthing,Salisbury,Winchester,Basingstoke,Bedford,Milton Keynes,St Albans,Stevenage,Lincoln,Grimsby,Scarborough,Harrogate,Wakefield,Barnsley,Halifax,Burnley,Lancaster,Carlisle,Durham,Darlington,Hartlepool,Gateshead,Inverness,Perth,Stirling,Paisley,Newport,Wrexham,Bangor,Caerphilly,Londonderry,Truro,Torquay,Taunton,Worcester,Hereford,Shrewsbury,Telford,Stafford,Walsall,Dudley,Solihull,Rugby,Kettering,Bishop Auckland,Hinckley,Ludlow'.split(','),
}; // prettier-ignore
/** Maximum number of cached texts. A list repeats its cities. */
const KEPT = 20_000;
/** The sign of a place abroad. */
const ABROAD = '>';

const known = createCache<string, string>();

function statesOf(name: string): string {
  let states = known.get(name);
  if (states === undefined) {
    states = lookUp(placeKey(name));
    if (known.size < KEPT) known.set(name, states);
  }
  return states;
}

function lookUp(key: string): string {
  if (unpacked === null) {
    const places = new Map(unpackPlaces(PLACES));
    for (const [state, names] of Object.entries(OTHERS)) {
      const sign = state === '' ? ABROAD : STATE_SIGNS[STATES.indexOf(state)]!;
      for (const name of names) places.set(placeKey(name), (places.get(placeKey(name)) ?? '') + sign);
    }
    unpacked = places;
  }
  return unpacked.get(key) ?? '';
}

/**
 * How well a name is known: 2 in one of the states, 1 elsewhere, 0 not at all. `isThere`: whether the address allows a state, given by its
 * two letters, or empty for abroad.
 */
export function placeRank(name: string, isThere: (state: string) => boolean): 0 | 1 | 2 {
  const states = statesOf(name);
  if (states === '') return 0;
  for (const sign of states) if (isThere(sign === ABROAD ? '' : STATES[STATE_SIGNS.indexOf(sign)]!)) return 2;
  return 1;
}
