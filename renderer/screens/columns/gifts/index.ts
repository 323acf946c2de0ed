/** The tab Gifts of Columns. */
export { AddGifts } from './AddGifts.tsx';
export { AskWhichFile, TakeGifts } from './AskWhichFile.tsx';
export { GiftListCard } from './GiftListCard.tsx';
export { GiftsPage } from './GiftsPage.tsx';
export { GiftSwitch } from './GiftSwitch.tsx';
export { type GiftFile, useGiftFile } from './useGiftFile.ts';
