/** Runs after the files are in place and before signing. */
import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** Path of the program in the packed folder. */
function programPath({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
}

/**
 * Sets the fuse that electron-builder does not know. Enabled, because HTTP responses of more than 1 GB pass through a WebAssembly parser,
 * and processor-checked bounds cost nothing. electron-builder sets the other fuses after this and then renews the signature.
 */
export async function afterPack(context) {
  await flipFuses(programPath(context), {
    version: FuseVersion.V1,
    [FuseV1Options.WasmTrapHandlers]: true,
  });
}
