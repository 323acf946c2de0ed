/** Must be imported before every schema: the page's policy forbids `eval`, and schemas decide at creation whether to use it. */
import { z } from 'zod';

z.config({ jitless: true });
