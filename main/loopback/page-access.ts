/** Proves that a request comes from the page that the user opened, with codes, tickets and the session's token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/base/index.ts';

const CODE_VALID_MS = 60_000;
const TICKET_VALID_MS = 10_000;

const secret = () => randomBytes(32).toString('base64url');

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Secrets that work once, and only for a short time. */
class SingleUseSecrets {
  private readonly validUntil = new Map<string, number>();
  private readonly validMs: number;

  constructor(validMs: number) {
    this.validMs = validMs;
  }

  issue(): string {
    const issued = secret();
    this.validUntil.set(issued, performance.now() + this.validMs);
    return issued;
  }

  redeem(value: string): boolean {
    const until = this.validUntil.get(value);
    this.validUntil.delete(value);
    return until !== undefined && performance.now() <= until;
  }
}

export class PageAccess {
  /** Every call must contain it. */
  readonly token = secret();
  /** A code is in the fragment of the page's URL. The page exchanges it for the token. */
  readonly codes = new SingleUseSecrets(CODE_VALID_MS);
  /** A ticket opens the event stream, because that request cannot contain the token. */
  readonly tickets = new SingleUseSecrets(TICKET_VALID_MS);

  hasToken({ headers }: FastifyRequest): boolean {
    const header = headers.authorization ?? '';
    return header.startsWith('Bearer ') && isSame(header.slice(7), this.token);
  }
}

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ ok: false, error: new AppError('SENDER_REFUSED', message).toFailure() });
}

export const refuseUnknown = (reply: FastifyReply): FastifyReply => refuse(reply, 401, 'This page is not known to Screening Desk.');
