import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react';
import { FORMAT_NAMES } from '../../components/index.ts';
import { lastExportSettings } from './export-settings.ts';

interface ExportButtonProps {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  /** The segment whose tab is open; null exports everybody in the file. */
  readonly segment: string | null;
  /** Writes the file with the settings of the last export. */
  readonly onExport: () => void;
  readonly onOptions: () => void;
}

/** One click repeats the last export. The first export and the second button open the options. */
export function ExportButton({ isReady, isBusy, segment, onExport, onOptions }: ExportButtonProps) {
  const last = lastExportSettings();
  const button = (
    <Button
      leftSection={<IconDownload size={16} stroke={1.8} />}
      data-command="export"
      aria-disabled={!isReady}
      loading={isBusy}
      onClick={() => {
        if (isReady) (last === null ? onOptions : onExport)();
      }}
    >
      {last === null || segment === null ? 'Export…' : 'Export segment…'}
    </Button>
  );
  if (last === null) return button;
  return (
    <>
      <Tooltip label={`${FORMAT_NAMES[last.format]}: ${segment === null ? 'everyone in your file' : segment}`}>{button}</Tooltip>
      <Tooltip label="Export options…">
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Export options…"
          aria-disabled={!isReady}
          onClick={() => isReady && onOptions()}
        >
          <IconAdjustmentsHorizontal size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
