/** The page in the frame. */
import { startApp } from './boot/start.tsx'

void startApp()
