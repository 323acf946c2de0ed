/** Must be imported before every schema: the page's policy forbids making code out of text, and schemas decide when they are made. */
import { z } from 'zod';

z.config({ jitless: true });
