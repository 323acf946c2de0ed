import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextBridge, ipcRenderer, webUtils } from '../../fakes/electron.ts';
import { makeSmallProject, type SmallProject } from '../../kit/temporary-checkout.ts';

vi.mock('electron', () => import('../../fakes/electron.ts'));

interface Bridge {
  call(
    method: string,
    input: unknown,
    onProgress?: (progress: unknown) => void,
  ): { readonly answer: Promise<unknown>; readonly cancel: () => void };
  subscribe(listener: (...args: unknown[]) => void): () => void;
  registerFile(file: unknown): Promise<unknown>;
}
const bridge = () => contextBridge.exposed['screeningDesk'] as unknown as Bridge;

await import('../../../preload/index.ts');
beforeEach(() => {
  ipcRenderer.invoked.length = 0;
});

describe('the preload API', () => {
  it('consists of four functions under one name', () => {
    expect(Object.keys(contextBridge.exposed)).toEqual(['screeningDesk']);
    expect(Object.entries(bridge()).map(([name, member]) => [name, typeof member])).toEqual([
      ['call', 'function'],
      ['subscribe', 'function'],
      ['tryAgain', 'function'],
      ['registerFile', 'function'],
    ]);
  });

  it('passes calls and their answers on', async () => {
    expect(await bridge().call('projects.get', { id: 'one' }).answer).toEqual({ ok: true, value: 'the answer' });
    const id = expect.any(Number) as number;
    expect(ipcRenderer.invoked).toEqual([['call', { kind: 'call', id, method: 'projects.get', input: { id: 'one' } }]]);
  });

  it('cancels a call, and passes only the numbers of its progress, until it is answered', async () => {
    const received: unknown[][] = [];
    const { answer, cancel } = bridge().call('check.get', {}, (...args) => received.push(args));
    cancel();
    const [[, { id }]] = ipcRenderer.invoked as [[string, { readonly id: number }]];
    expect(ipcRenderer.invoked[1]).toEqual(['call', { kind: 'cancel', id }]);
    const progress = { done: 1, total: 2, unit: 'rows' };
    const report = (other: number) => ipcRenderer.emit('progress', { sender: 'a way to everything' }, { id: other, ...progress, more: 1 });
    report(id);
    report(id + 1);
    await answer;
    report(id);
    expect(received).toEqual([[progress]]);
  });

  it('allows no other channel or kind of request', async () => {
    const forged = { toString: () => 'file', kind: 'file', path: '/etc/passwd' };
    await bridge()
      .call(forged as never, { kind: 'file', path: '/etc/passwd' })
      .answer.catch(() => undefined);
    for (const [channel, request] of ipcRenderer.invoked) {
      expect(channel).toBe('call');
      expect(request).toMatchObject({ kind: 'call' });
    }
  });

  it('passes only the payload of events, until the listener unsubscribes', () => {
    const received: unknown[][] = [];
    const stop = bridge().subscribe((...args) => received.push(args));
    expect(ipcRenderer.invoked).toEqual([['call', { kind: 'listening' }]]);
    ipcRenderer.emit('event', { sender: 'a way to everything' }, { name: 'project.removed', payload: { id: 'one' } });
    stop();
    ipcRenderer.emit('event', { sender: 'a way to everything' }, { name: 'project.removed', payload: { id: 'two' } });
    expect(received).toEqual([[{ name: 'project.removed', payload: { id: 'one' } }]]);
  });

  it('reads the path of a file itself, and a file from a script has no path', async () => {
    const chosen = new File(['x'], 'people.xlsx');
    webUtils.paths.set(chosen, '/home/people.xlsx');
    await bridge().registerFile(chosen);
    await bridge().registerFile(new File(['x'], '/etc/passwd'));
    await bridge().registerFile({ path: '/etc/passwd', name: '/etc/passwd' });
    await bridge().registerFile('/etc/passwd');
    expect(ipcRenderer.invoked).toEqual(['/home/people.xlsx', '', '', ''].map((path) => ['call', { kind: 'file', path }]));
  });
});

describe('the built preload script', () => {
  let project: SmallProject;

  beforeAll(() => {
    project = makeSmallProject(['preload', 'shared']);
    execFileSync(process.execPath, ['scripts/build.ts', 'preload'], { cwd: project.root });
  });
  afterAll(() => project.dispose());

  it('is one small CommonJS file that requires only electron', () => {
    const file = join(project.root, 'out/preload/index.cjs');
    expect(readdirSync(join(project.root, 'out/preload'))).toEqual(['index.cjs', 'index.cjs.map']);
    const text = readFileSync(file, 'utf8');
    expect([...text.matchAll(/require\((.*?)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
    expect(text).not.toMatch(/^\s*(import|export)\b|import\(|import\.meta/m);
    expect(statSync(file).size).toBeLessThan(10_000);
  });
});
