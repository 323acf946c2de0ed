import { mkdtempSync, writeFileSync } from 'node:fs';
import { spawnPractice, people } from './practice-client.ts';
import { runDesk } from './desk-process.ts';
import { FIELD_KEYS } from '../../shared/constituent.ts';
const practice = await spawnPractice({ dataDir: null });
const dir = mkdtempSync('/tmp/w/desk-');
const rows = people(40);
const cell = (v: unknown) => /[",\n]/.test(String(v)) ? `"${String(v).replaceAll('"','""')}"` : String(v);
writeFileSync('/tmp/w/list.csv', [FIELD_KEYS.join(','), ...rows.map((r) => FIELD_KEYS.map((k) => cell(r[k])).join(','))].join('\r\n'));
const base = { dataDir: dir, speed: 200, token: 'test-token' };
for (const act of ['make','send','look'] as const) {
  const t = performance.now();
  const r = await runDesk({ ...base, act, baseUrl: practice.client.url, list: '/tmp/w/list.csv', trace: false });
  console.log(act, Math.round(performance.now() - t), JSON.stringify(r.state).slice(0, 300), r.defects, r.timeline.length, Object.keys(r.scores).length);
}
console.log(JSON.stringify((await practice.client.ledger()).projects));
await practice.end('SIGTERM');
