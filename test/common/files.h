/* Files that a test writes into a folder of its own. */
#ifndef LW_TEST_FILES_H
#define LW_TEST_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct files {
    char folder[64];
} files;

static inline void files_open(files *f)
{
    snprintf(f->folder, sizeof f->folder, "/tmp/leeway-test-XXXXXX");
    if (!mkdtemp(f->folder)) {
        perror(f->folder);
        exit(1);
    }
}

/* The path of a file of the folder; valid for the next seven calls. */
static inline const char *files_path(const files *f, const char *name)
{
    static char paths[8][256];
    static unsigned next = 0;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", f->folder, name);
    return path;
}

static inline const char *files_write_bytes(const files *f, const char *name, const void *bytes,
                                            size_t size)
{
    const char *path = files_path(f, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
        perror(path);
        exit(1);
    }
    return path;
}

static inline const char *files_write(const files *f, const char *name, const char *text)
{
    return files_write_bytes(f, name, text, strlen(text));
}

static inline void files_folder(const files *f, const char *name)
{
    mkdir(files_path(f, name), 0777);
}

/* A whole file with a zero byte after it, for the caller to free; NULL if there is none. */
static inline char *files_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*size + 1, 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

static inline void files_remove_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    for (struct dirent *entry = NULL; entries && (entry = readdir(entries));) {
        char path[600];
        snprintf(path, sizeof path, "%.300s/%.255s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") && remove(path))
            files_remove_folder(path);
    }
    if (entries)
        closedir(entries);
    rmdir(folder);
}

static inline void files_close(const files *f)
{
    files_remove_folder(f->folder);
}

#endif
