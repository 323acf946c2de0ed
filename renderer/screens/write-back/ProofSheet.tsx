/** The proof on paper, or as a PDF. It is in the document only for the printer, and names no person. */
import { Portal } from '@mantine/core';
import { proofSentences } from '../../../shared/view-texts/index.ts';
import type { Proof } from '../../../shared/write-back/index.ts';
import { day, time } from '../../format/index.ts';
import { PrintNow } from '../../kit/index.ts';
import './proof-sheet.css';

interface ProofSheetProps {
  readonly proof: Proof;
  readonly project: string;
  readonly onEnd: () => void;
}

const dayAndTime = (at: number) => `${day(at)} at ${time(at)}`;

export function ProofSheet({ proof, project, onEnd }: ProofSheetProps) {
  return (
    <Portal target={document.body}>
      <main className="proof-sheet">
        <h1>Proof of the write back</h1>
        <p>
          {project}, {proof.layout.name}
        </p>
        {proofSentences(proof).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Compared on {dayAndTime(proof.at)}.</p>
        {proof.writtenAt !== null && <p>The last file for the other system was written on {dayAndTime(proof.writtenAt)}.</p>}
        {proof.madeAt !== null && <p>The export was made on {dayAndTime(proof.madeAt)}.</p>}
        <PrintNow onEnd={onEnd} />
      </main>
    </Portal>
  );
}
