/** `desk officers`: who looks after whom. It stays on this computer and is never sent. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { MOST_CHOSEN, headerOfKey } from '../../shared/results/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { type Output, table } from './output.ts';
