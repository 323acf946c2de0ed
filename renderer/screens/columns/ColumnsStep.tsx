import { useState } from 'react';
import { isBeforeSubmission } from '../../../shared/project/index.ts';
import { type ProjectScreenProps, usePlanChanges } from '../../components/index.ts';
import { count } from '../../format/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { ColumnsScreen } from './ColumnsScreen.tsx';
import { AskWhichFile, GiftsPage, TakeGifts, useGiftFile } from './gifts/index.ts';

/** The step Columns with its tabs List and Gifts. */
export function ColumnsStep({ project, route }: ProjectScreenProps) {
  const announce = useAnnounce();
  const changes = usePlanChanges(project);
  const [dropped, setDropped] = useState<File | null>(null);
  const file = useGiftFile(project.id, ({ view: { counted, onList } }) =>
    announce(`${count(counted.gifts, 'gift')} counted, of ${count(onList.people, 'person', 'people')} on your list`),
  );
  if (!isBeforeSubmission(project.state)) return <ColumnsScreen project={project} changes={changes} file={null} />;
  if (route.rest[0] === 'gifts')
    return (
      <>
        <TakeGifts take={file.read} />
        <GiftsPage project={project} file={file} changes={changes} />
      </>
    );
  return (
    <>
      <AskWhichFile dropped={dropped} onDrop={setDropped} onGifts={file.read} />
      <ColumnsScreen project={project} changes={changes} file={file} />
    </>
  );
}
