/** Handles columns about the place of an IP address. */
import type { Decision } from './candidates.ts';
import { plainHeading } from './column-profile.ts';

/** Headings of IP addresses and their place, which newsletter programs look up. */
const NETWORK =
  /^(?:(?:(?:opt ?in|confirm|signup|sign up|last|user|client|remote) )?ip(?: ?address)?|gmt ?off(?:set)?|dst ?off(?:set)?|timezone|time zone)$/i;
const COORDINATE = /^(?:geo ?)?(?:lat|latitude|lng|lon|long|longitude)$/i;
const PLACE = /^(?:(?:ip|geo) )?(?:cc|country(?: code)?|region|city|state)$/i;
/** Parts of a written address. */
const WRITTEN = /\b(?:street|address ?\d?|addr|zip|postal|postcode|plz)\b/i;

/** Columns that only such a lookup produces. The columns after them are about the IP address, even if the list has written addresses. */
const ONLY_LOOKED_UP = /^(?:gmt|dst) ?off(?:set)?$/i;

/** What Mailchimp appends to its own columns; the fields of the audience come before it, with their labels. */
const OWN_OF_MAILCHIMP = /^(?:LEID|EUID|MEMBER_RATING)$/;
const PLACE_OF_MAILCHIMP = /^(?:CC|REGION)$/;

/**
 * Sets region and country of an IP address aside: columns that follow its coordinates or time zone. Only in a list without written
 * addresses, or with time zone offsets.
 */
export function setNetworkPlacesAside(decisions: readonly Decision[]): void {
  const headers = decisions.map(({ profile }) => plainHeading(profile.header));
  const isNetwork = headers.map((header) => NETWORK.test(header) || COORDINATE.test(header));
  const isMailchimp = decisions.filter(({ profile }) => OWN_OF_MAILCHIMP.test(profile.header.trim())).length > 1;
  if (isMailchimp) for (const decision of decisions) if (PLACE_OF_MAILCHIMP.test(decision.profile.header.trim())) setAside(decision);
  const isLookedUp = headers.filter((header) => COORDINATE.test(header)).length > 1 || headers.some((header) => NETWORK.test(header));
  const isSure = headers.some((header) => ONLY_LOOKED_UP.test(header));
  if (!isLookedUp || (!isSure && headers.some((header) => WRITTEN.test(header) && !/\b(?:email|ip)\b/i.test(header)))) return;
  for (const [at, decision] of decisions.entries()) {
    if (isNetwork[at - 1] && PLACE.test(headers[at]!)) {
      isNetwork[at] = true;
      setAside(decision);
    }
  }
}

function setAside(decision: Decision): void {
  decision.closed = true;
  decision.certainty = 'sure';
  decision.reason = 'Belongs to the place of an internet address, not to the address of the person';
}
