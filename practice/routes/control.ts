/** The control endpoints: faults, settings, ledger, health. They exist only when the service has a control token. */
import type * as z from 'zod';
import { dialectOf } from '../dialects.ts';
import { FaultRule } from '../faults.ts';
import { parseInput } from '../parse-input.ts';
import { ErrorResponse } from '../error-response.ts';
import { ClearedFaults, FaultRules, Health, LedgerReport, Settings, SettingsChange, ActiveFaults } from '../schemas.ts';
import type { PracticeService } from '../service.ts';

export interface Control {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly bodySchema?: z.ZodType;
  readonly success: 200 | 201;
  readonly answer: z.ZodType;
  readonly errorStatuses: readonly number[];
  handle(service: PracticeService, body: unknown, id: string): unknown;
}

function settings(service: PracticeService): z.output<typeof Settings> {
  return {
    dialect: service.dialectName,
    credits: service.store.ledger.account().remaining,
    secondsPerThousandRows: service.secondsPerThousandRows,
  };
}

function changeSettings(service: PracticeService, body: unknown): z.output<typeof Settings> {
  const change = parseInput(SettingsChange, body, 'settings_invalid', 'The settings cannot be changed like this.');
  if (change.dialect !== undefined) {
    try {
      dialectOf(change.dialect);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ErrorResponse(400, 'dialect_unknown', error.message);
    }
    service.setDialect(change.dialect);
  }
  if (change.credits !== undefined) service.store.ledger.setRemaining(change.credits);
  if (change.secondsPerThousandRows !== undefined) service.secondsPerThousandRows = change.secondsPerThousandRows;
  if (change.token !== undefined) service.setToken(change.token);
  if (change.organization !== undefined) service.organization = change.organization;
  return settings(service);
}

/** Received and processed calls, rows and charges, per project and in total. */
function ledgerReport(service: PracticeService): z.output<typeof LedgerReport> {
  const { store } = service;
  return {
    credits: store.ledger.account(),
    singles: store.ledger.singles(),
    projects: store.projects().map((project) => ({
      id: project.id,
      number: project.number,
      name: project.name,
      status: service.phase(project),
      addCalls: project.addCalls,
      listsReceived: project.listsReceived,
      listsStored: project.listId === null ? 0 : 1,
      rowsStored: project.totalRows,
      validRows: project.validRows,
      processCalls: project.processCalls,
      processActs: project.processActs,
      creditsCharged: project.charged,
    })),
  };
}

const FAULTS = '/__control/faults';

export const CONTROLS: readonly Control[] = [
  {
    operationId: 'health',
    method: 'GET',
    path: '/__control/health',
    summary: 'Whether the service is up, and what it accepts',
    success: 200,
    answer: Health,
    errorStatuses: [401],
    handle() {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      return {
        ok: true,
        uptimeSeconds: process.uptime(),
        cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
        rssBytes: process.memoryUsage.rss(),
        peakRssBytes: maxRSS * 1024,
      };
    },
  },
  {
    operationId: 'ledger',
    method: 'GET',
    path: '/__control/ledger',
    summary: 'What was received, acted on and charged',
    success: 200,
    answer: LedgerReport,
    errorStatuses: [401],
    handle: ledgerReport,
  },
  {
    operationId: 'settings',
    method: 'GET',
    path: '/__control/settings',
    summary: 'The settings',
    success: 200,
    answer: Settings,
    errorStatuses: [401],
    handle: settings,
  },
  {
    operationId: 'changeSettings',
    method: 'PUT',
    path: '/__control/settings',
    summary: 'Change settings while the service runs',
    bodySchema: SettingsChange,
    success: 200,
    answer: Settings,
    errorStatuses: [400, 401, 413, 415],
    handle: changeSettings,
  },
  {
    operationId: 'setFaults',
    method: 'POST',
    path: FAULTS,
    summary: 'Set one fault or several',
    bodySchema: FaultRules,
    success: 201,
    answer: ActiveFaults,
    errorStatuses: [400, 401, 413, 415],
    handle(service, body) {
      // Parse each rule on its own, because a union's error would not say what is wrong with it.
      const bodies: unknown[] = Array.isArray(body) ? body : [body];
      const rules = bodies.map((rule) => parseInput(FaultRule, rule, 'fault_invalid', 'There is no such fault.'));
      return { faults: rules.map((rule) => service.faults.set(rule)) };
    },
  },
  {
    operationId: 'listFaults',
    method: 'GET',
    path: FAULTS,
    summary: 'The faults that are set, and which calls they have affected',
    success: 200,
    answer: ActiveFaults,
    errorStatuses: [401],
    handle: (service) => ({ faults: service.faults.list() }),
  },
  {
    operationId: 'clearFaults',
    method: 'DELETE',
    path: FAULTS,
    summary: 'Clear all faults; the projects and calls that one of them delays go on at once',
    success: 200,
    answer: ClearedFaults,
    errorStatuses: [401],
    handle: (service) => ({ cleared: service.clearFaults() }),
  },
  {
    operationId: 'clearFault',
    method: 'DELETE',
    path: `${FAULTS}/:id`,
    summary: 'Clear one fault',
    success: 200,
    answer: ClearedFaults,
    errorStatuses: [401, 404],
    handle(service, _body, id) {
      const cleared = service.faults.clear(id);
      if (cleared === 0) throw new ErrorResponse(404, 'fault_unknown', 'There is no fault with this id.');
      return { cleared };
    },
  },
];
