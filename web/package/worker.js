/* The worker of background.js. */
import { serve } from './serve.js';

serve(globalThis);
