/** Checks electron-builder.yml against the packager's schema without packing: `node scripts/package/builder-config.ts [file]`. */
import { createRequire } from 'node:module';
import { ROOT } from '../targets.mjs';

interface ConfigModule {
  readonly getConfig: (projectDir: string, configPath: string | null, fromOptions: null) => Promise<Record<string, unknown>>;
  readonly validateConfiguration: (config: unknown, debugLogger: { isEnabled: boolean; add: () => void }) => Promise<void>;
}

/** Reads and checks a configuration. @throws Error that names each problem */
export async function checkBuilderConfig(file: string): Promise<Record<string, unknown>> {
  const { getConfig, validateConfiguration } = createRequire(import.meta.url)('app-builder-lib/out/util/config/config') as ConfigModule;
  const config = await getConfig(ROOT, file, null);
  await validateConfiguration(config, { isEnabled: false, add: () => undefined });
  return config;
}

if (import.meta.main) {
  await checkBuilderConfig(process.argv[2] ?? 'electron-builder.yml');
  console.log('electron-builder.yml is valid');
}
