/**
 * @file
 * Declaration of the library's symbols.
 *
 * Included by every other header; callers need not include it. Define
 * `BSHIP_STATIC` before any header when linking the static library on Windows;
 * elsewhere it has no effect.
 */
#ifndef BATTLESHIP_EXPORT_H
#define BATTLESHIP_EXPORT_H

/**
 * @def BSHIP_API
 * Marks a function that the library exports; everything else is hidden.
 */
#if defined(_WIN32) && !defined(BSHIP_STATIC)
#ifdef BSHIP_BUILDING
#define BSHIP_API __declspec(dllexport)
#else
#define BSHIP_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define BSHIP_API __attribute__((visibility("default")))
#else
#define BSHIP_API
#endif

/**
 * @def BSHIP_BEGIN_DECLS
 * Opens a block of C declarations, in C and in C++.
 */
/**
 * @def BSHIP_END_DECLS
 * Closes the block opened by #BSHIP_BEGIN_DECLS.
 */
#ifdef __cplusplus
#define BSHIP_BEGIN_DECLS extern "C" {
#define BSHIP_END_DECLS }
#else
#define BSHIP_BEGIN_DECLS
#define BSHIP_END_DECLS
#endif

#endif
