/** Runs when the files are in place and nothing is signed yet. */
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** Where the program lies in what was packed. */
function programPath({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
}

/**
 * Sets the fuse that electron-builder does not know. On: the reader of HTTP answers is WebAssembly, more than a gigabyte
 * can go through it, and bounds that are checked by the processor cost nothing.
 */
export async function afterPack(context) {
  await flipFuses(programPath(context), {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
