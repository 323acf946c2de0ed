/** The proof on paper, or as a PDF. It is in the document only for the printer, and names no person. */
import { Portal } from '@mantine/core';
import { useEffect } from 'react';
import { proofSentences } from '../../../shared/view-texts/index.ts';
import type { Proof } from '../../../shared/write-back/index.ts';
import './proof-sheet.css';

interface ProofSheetProps {
  readonly proof: Proof;
  readonly project: string;
  readonly onEnd: () => void;
}

const time = (at: number) => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

function PrintNow({ onEnd }: Pick<ProofSheetProps, 'onEnd'>) {
  useEffect(() => {
    addEventListener('afterprint', onEnd, { once: true });
    window.print();
    return () => removeEventListener('afterprint', onEnd);
  }, [onEnd]);
  return null;
}

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
        <p>Compared on {time(proof.at)}.</p>
        {proof.writtenAt !== null && <p>The last file for the other system was written on {time(proof.writtenAt)}.</p>}
        {proof.madeAt !== null && <p>The export was made on {time(proof.madeAt)}.</p>}
        <PrintNow onEnd={onEnd} />
      </main>
    </Portal>
  );
}
