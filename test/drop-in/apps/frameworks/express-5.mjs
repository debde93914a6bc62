import express from 'express';
import { serveExpress } from '../lib/express-app.mjs';

serveExpress(express);
